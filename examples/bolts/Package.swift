// swift-tools-version: 6.1
import PackageDescription

// A Bolts program that uses PromiseScope instead. A separate package, so that it depends on the library like any client.

let package = Package(
  name: "ProfileViewer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PromiseScope", path: "../..")],
  targets: [
    .executableTarget(
      name: "ProfileViewer", dependencies: [.product(name: "BoltsFacade", package: "PromiseScope")],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ]
)
