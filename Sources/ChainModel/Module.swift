// ChainModel
