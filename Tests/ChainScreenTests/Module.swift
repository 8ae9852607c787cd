// ChainScreenTests
