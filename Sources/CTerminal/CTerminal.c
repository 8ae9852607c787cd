// CTerminal
