public import Dependencies

extension LanguageModelClient: TestDependencyKey {
  public static let testValue = Self()

  public static var previewValue: Self {
    .scripted([previewText], wordDelay: .milliseconds(30))
  }
}
