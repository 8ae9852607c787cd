// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that what it measures with and against never reaches a user of the library.

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "PromiseScope", path: "..")],
  targets: [
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["CAllocationCount", .product(name: "PromiseScope", package: "PromiseScope")]),
  ],
  swiftLanguageModes: [.v6]
)
