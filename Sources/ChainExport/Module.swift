// ChainExport
