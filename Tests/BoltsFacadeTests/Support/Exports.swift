// What every test here uses.

@_exported import TestSupport
