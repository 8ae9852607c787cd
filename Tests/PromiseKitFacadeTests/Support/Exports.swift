// Reexports what nearly every test of this module uses.

@_exported import PromiseKitFacade
@_exported import TestSupport
@_exported import Testing
