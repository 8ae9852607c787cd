// swift-tools-version: 6.1
import PackageDescription

// A program for Bolts, over PromiseScope instead. Its own package, so that it depends on the library as any program does.

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
