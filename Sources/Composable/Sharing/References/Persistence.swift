/// The tie of a shared value to the key that it is loaded from and saved to.
protocol Persistence<Value>: ReferenceSaver {
  associatedtype Value

  /// The key's current identity.
  var keyID: AnyHashable { get }

  /// The key as in source code.
  var keyDescription: String { get }

  /// Loads the value for the first time and starts to watch its source, unless that was done.
  ///
  /// - Parameter loads: If not, it is only watched.
  func start(loads: Bool)

  /// Loads the value again.
  func load(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void)

  /// Saves the value.
  func save(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void)
}
