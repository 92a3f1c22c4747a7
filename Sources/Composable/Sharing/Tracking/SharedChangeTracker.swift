/// Notes which shared values are changed in its scope.
package final class SharedChangeTracker: Sendable {
  @TaskLocal static var inForce: SharedChangeTracker?

  func willChange(_ core: ReferenceCore) {}

  func place(of core: ReferenceCore) -> ValuePlace? { nil }

  static func place(of core: ReferenceCore) -> ValuePlace? { nil }
}
