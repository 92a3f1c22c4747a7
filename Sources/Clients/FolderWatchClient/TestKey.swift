public import Dependencies

extension FolderWatchClient: TestDependencyKey {
  public static let testValue = Self()
  public static var previewValue: Self { .simulated(SimulatedFolders()) }
}
