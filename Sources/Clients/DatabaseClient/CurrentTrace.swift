public import Dependencies
public import SharedModels

extension DependencyValues {
  public var trace: TraceID? {
    get { self[TraceKey.self] }
    set { self[TraceKey.self] = newValue }
  }

  private enum TraceKey: DependencyKey {
    static let liveValue: TraceID? = nil
    static let testValue: TraceID? = nil
  }
}
