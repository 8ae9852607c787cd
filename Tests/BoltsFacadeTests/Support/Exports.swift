// Makes TestSupport available to every test of the module.

@_exported import TestSupport
