// Reexports what nearly every test of this module uses.

@_exported import PromiseLog
@_exported import PromiseTrace
@_exported import TestSupport
@_exported import Testing
