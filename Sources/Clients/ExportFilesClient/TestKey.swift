public import Dependencies

extension ExportFilesClient: TestDependencyKey {
  public static let testValue = Self()
  public static var previewValue: Self { .inMemory() }
}
