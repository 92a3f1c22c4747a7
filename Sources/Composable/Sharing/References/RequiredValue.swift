import Foundation

/// Loads the value of a key that has to have one.
func requiredValue<Key: SharedReaderKey>(of key: Key) async throws -> Key.Value {
  let value = try await withCheckedThrowingContinuation { continuation in
    key.load(
      context: .userInitiated,
      continuation: LoadContinuation("\(key)") { continuation.resume(with: $0) })
  }
  guard let value
  else { throw MissingValueError(key: "\(key)") }
  return value
}

/// A key was required to have a value, and has none.
struct MissingValueError: LocalizedError, CustomStringConvertible {
  let key: String

  var description: String {
    "\(key) has no value. Store one before it is required, or give the property a default value."
  }

  var errorDescription: String? { description }
}
