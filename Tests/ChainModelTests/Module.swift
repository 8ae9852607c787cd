// ChainModelTests
