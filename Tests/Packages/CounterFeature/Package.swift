// swift-tools-version: 6.2

import PackageDescription

// A package as anybody's, which depends on this one for the architecture. 'make check-package'
// builds copies of it in which the dependency is written in the ways that the README names.

let package = Package(
  name: "CounterFeature",
  dependencies: [
    .package(name: "SpeechMemo", path: "../../..")
  ],
  targets: [
    .target(
      name: "CounterFeature",
      dependencies: [.product(name: "ComposableArchitecture", package: "SpeechMemo")]),
    .testTarget(
      name: "CounterFeatureTests",
      dependencies: [
        "CounterFeature",
        .product(name: "ComposableArchitecture", package: "SpeechMemo"),
        .product(name: "DependenciesTestSupport", package: "SpeechMemo"),
      ]),
  ])
