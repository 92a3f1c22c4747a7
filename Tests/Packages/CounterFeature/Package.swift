// swift-tools-version: 6.2

import PackageDescription

// The example of docs/composable.md. 'Scripts/check-package' builds copies of it with each form of
// the dependency that the page names.

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
