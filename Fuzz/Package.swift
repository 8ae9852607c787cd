// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the instrumented build never slows the ordinary one. `make fuzz` builds and runs it.

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  // Static and without a `main`: libFuzzer has one.
  products: [.library(name: "FuzzTarget", type: .static, targets: ["FuzzTarget"])],
  dependencies: [.package(name: "PromiseScope", path: "..")],
  targets: [
    // The folder of `Tests`, by a link: the tests run the same trials.
    .target(
      name: "LogFuzzing",
      dependencies: [
        .product(name: "ChainModel", package: "PromiseScope"),
        .product(name: "ChainScreen", package: "PromiseScope"),
      ]),
    .target(name: "FuzzTarget", dependencies: ["LogFuzzing"]),
  ],
  swiftLanguageModes: [.v6]
)
