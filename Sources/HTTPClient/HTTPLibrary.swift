// The libcurl of the system. Owns its names, and the sentence where it is missing.

import CCurl
import Foundation

/// The library that transfers.
enum HTTPLibrary {
  #if os(Linux)
    /// The second one is the same library with another implementation of TLS, which git needs on Debian.
    private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
  #else
    private static let names = ["libcurl.4.dylib"]
  #endif

  /// The loaded library; nil if there is none.
  ///
  /// Any thread may use it: its contents never change.
  nonisolated(unsafe) static let shared = load(names)

  /// A phrase about a missing library.
  static let missing =
    "requests are sent by libcurl 7.66 or later, which is missing: on Debian, install the package libcurl4"

  /// Loads the first of the libraries with these names.
  static func load(_ names: [String]) -> OpaquePointer? {
    let names = names.map { strdup($0) }
    defer { for name in names { free(name) } }
    return psCurlLoad(names.map { UnsafePointer($0) }, names.count)
  }
}
