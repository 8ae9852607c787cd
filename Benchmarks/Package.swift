// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that what it measures with and against never reaches a user of the library.

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "PromiseScope", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // How to measure: rounds, ratios, goals, tables. Knows no promise.
    .target(name: "Measuring"),
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocationCount", "Measuring",
        .product(name: "ChainModel", package: "PromiseScope"),
        .product(name: "ChainScreen", package: "PromiseScope"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "PromiseScope", package: "PromiseScope"),
      ]),
    // Small things done over and over, for counting instructions.
    .executableTarget(
      name: "Kernels",
      dependencies: [
        "CAllocationCount",
        .product(name: "BoltsFacade", package: "PromiseScope"),
        .product(name: "ChainModel", package: "PromiseScope"),
        .product(name: "PromiseKitFacade", package: "PromiseScope"),
        .product(name: "PromiseScope", package: "PromiseScope"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
