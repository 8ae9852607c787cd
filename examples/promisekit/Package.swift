// swift-tools-version: 6.1
import PackageDescription

// A PromiseKit program that uses PromiseScope instead. A separate package, so that it depends on the library like any client.

let package = Package(
  name: "Breakfast",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PromiseScope", path: "../..")],
  targets: [
    .executableTarget(
      name: "Breakfast", dependencies: [.product(name: "PromiseKitFacade", package: "PromiseScope")],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ]
)
