public import Dependencies

extension AudioPlayerClient: TestDependencyKey {
  public static var previewValue: Self { .simulated() }
  public static let testValue = Self()
}
