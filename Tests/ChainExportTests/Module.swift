// ChainExportTests
