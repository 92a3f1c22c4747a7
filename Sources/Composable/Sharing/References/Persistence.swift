/// The tie of a shared value to the key that it is loaded from and saved to.
class Persistence<Value>: ReferenceSaver, @unchecked Sendable {
  /// What the key says now that tells its place from others.
  var keyID: AnyHashable { preconditionFailure("Subclasses override this.") }

  /// Loads the value for the first time and starts to watch its source, unless that was done.
  ///
  /// - Parameter loads: If not, it is only watched.
  func start(loads: Bool) { preconditionFailure("Subclasses override this.") }

  /// Loads the value anew.
  func load(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    preconditionFailure("Subclasses override this.")
  }

  /// Saves the value.
  func save(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    preconditionFailure("Subclasses override this.")
  }

  func noteChange() -> Bool { preconditionFailure("Subclasses override this.") }

  func saveChanges() { preconditionFailure("Subclasses override this.") }
}
