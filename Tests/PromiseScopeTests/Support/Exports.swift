// Reexports the helpers that every test in this module uses.

@_exported import TestSupport
