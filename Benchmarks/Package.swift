// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that its dependencies never reach a client of the library.

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "PromiseScope", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // The tools for measurements: rounds, ratios, goals, tables. Does not know promises.
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
    // Small repeated operations, for counting instructions.
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
