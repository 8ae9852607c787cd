// swift-tools-version: 6.1
import PackageDescription

// A Google Promises program that uses PromiseScope instead. A separate package, so that it depends on the library like any
// client.

let package = Package(
  name: "google-promises",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PromiseScope", path: "../..")],
  targets: [
    .executableTarget(
      name: "Contacts",
      dependencies: [.product(name: "PromiseScope", package: "PromiseScope")],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ]
)
