// swift-tools-version: 6.2

import PackageDescription

// An app with navigation, shared state, and a client: one target per feature.
// 'Scripts/check-package' builds copies of it with each form of the dependency that
// docs/composable.md names.

let package = Package(
  name: "ReadingList",
  products: [
    .library(name: "ReadingListFeature", targets: ["ReadingListFeature"])
  ],
  dependencies: [
    .package(name: "SpeechMemo", path: "../../..")
  ],
  targets: [
    .target(name: "AddBookFeature", dependencies: ["BookClient", "Books", .architecture]),
    .testTarget(
      name: "AddBookFeatureTests",
      dependencies: ["AddBookFeature", "BookClient", "Books", .architecture]),
    .target(
      name: "BookClient",
      dependencies: [
        "Books",
        .product(name: "Dependencies", package: "SpeechMemo"),
        .product(name: "DependenciesMacros", package: "SpeechMemo"),
      ]),
    .target(name: "BookDetailFeature", dependencies: ["Books", .architecture]),
    .testTarget(
      name: "BookDetailFeatureTests", dependencies: ["BookDetailFeature", "Books", .architecture]),
    .target(
      name: "Books",
      dependencies: [
        .product(name: "Sharing", package: "SpeechMemo")
      ]),
    .target(
      name: "ReadingListFeature",
      dependencies: ["AddBookFeature", "BookDetailFeature", "Books", .architecture]),
    .testTarget(
      name: "ReadingListFeatureTests",
      dependencies: [
        "AddBookFeature", "BookClient", "BookDetailFeature", "Books", "ReadingListFeature",
        .architecture,
        .product(name: "DependenciesTestSupport", package: "SpeechMemo"),
      ]),
  ])

extension Target.Dependency {
  static var architecture: Self {
    .product(name: "ComposableArchitecture", package: "SpeechMemo")
  }
}
