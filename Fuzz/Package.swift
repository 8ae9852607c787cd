// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that the instrumented build does not affect the regular one. `make fuzz` builds and runs it.

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  // A static library, because libFuzzer provides `main`.
  products: [.library(name: "FuzzTarget", type: .static, targets: ["FuzzTarget"])],
  dependencies: [.package(name: "PromiseScope", path: "..")],
  targets: [
    // A link to the folder in `Tests`, because the tests run the same trials.
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
