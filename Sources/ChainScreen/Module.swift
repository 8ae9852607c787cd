// ChainScreen
