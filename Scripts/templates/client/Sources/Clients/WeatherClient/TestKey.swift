public import Dependencies

extension WeatherClient: TestDependencyKey {
  public static var previewValue: Self { .inMemory("The weather") }
  public static let testValue = Self()
}
