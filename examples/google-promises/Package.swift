// swift-tools-version: 6.1
import PackageDescription

// A client of its own: it depends on PromiseScope as any program would.

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
