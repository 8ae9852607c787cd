// Reexports what nearly every test of this module uses.

@_exported import Foundation
@_exported import TestSupport
@_exported import Testing
