// The version of PromiseScope. Owns the number that `pscope --version` prints and exports contain.

/// The release that this source is.
package enum Release {
  /// The version, by Semantic Versioning.
  package static let version = "0.1.0"
}
