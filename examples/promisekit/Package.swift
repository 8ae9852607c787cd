// swift-tools-version: 6.1
import PackageDescription

// A program for PromiseKit, over PromiseScope instead. Its own package, so that it depends on the library as any program
// does.

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
