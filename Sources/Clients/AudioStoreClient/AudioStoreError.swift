public import Foundation

/// Why a store did not do something: `description` is one line that says what is wrong and what to do.
///
/// A cancelled operation throws `CancellationError` instead.
public enum AudioStoreError: Error, Equatable, Sendable {
  /// No store can have something under that name.
  case badName(name: String)
  /// What is there, or has come, is not what was put there, or the file that was to be put there is
  /// not what it was said to be.
  case changed(name: String)
  /// The clock of this machine and the store's are too far apart for it to believe us.
  case clock(store: String)
  /// The store does not let us; `reason` is its own text.
  case denied(store: String, reason: String)
  /// Something else is under the name. It is left as it is.
  case exists(name: String)
  /// The file that was to be put there cannot be read, or the folder that the store is in; `reason`
  /// is the system's own text.
  case io(path: String, reason: String)
  /// Nothing is under the name.
  case missing(name: String)
  /// There is no such store.
  case noStore(store: String)
  /// The store has no room left.
  case noSpace(store: String)
  /// The store is in another region: the one named, where it is told.
  case otherRegion(store: String, region: String?)
  /// What answers is no store, or one that does not do what is needed.
  case refused(store: String, reason: String)
  /// The store cannot be reached, or is not well, and was asked several times.
  case unavailable(store: String, reason: String)

  /// Whether it may go well another time.
  public var isTransient: Bool {
    if case .unavailable = self { true } else { false }
  }
}

extension AudioStoreError: CustomStringConvertible {
  /// One line for a person.
  public var description: String {
    switch self {
    case .badName(let name):
      "'\(name.onOneLine)' is not a valid audio file name: use one without '/', of at most 255 bytes"
    case .changed(let name):
      """
      the contents of \(name.onOneLine) do not match its size and checksum: try again, and if the \
      error persists, restore it from a backup
      """
    case .clock(let store):
      "the clocks of this machine and \(store.onOneLine) differ: set this machine's time and try again"
    case .denied(let store, let reason):
      "\(store.onOneLine) denied access (\(reason.onOneLine)): check the keys and their permissions"
    case .exists(let name):
      "other audio named \(name.onOneLine) already exists and was left unchanged; choose another name"
    case .io(let path, let reason):
      "cannot access \(path.onOneLine): \(reason.onOneLine); check the disk and try again"
    case .missing(let name):
      "\(name.onOneLine) is not in the audio store; check the name, or restore it from a backup"
    case .noStore(let store):
      "\(store.onOneLine) does not exist: create the bucket, or check its name and address"
    case .noSpace(let store):
      "\(store.onOneLine) has no space left: free some space and try again"
    case .otherRegion(let store, let region?):
      "\(store.onOneLine) is in the region \(region.onOneLine): set SPEECHMEMO_S3_REGION to it"
    case .otherRegion(let store, nil):
      "\(store.onOneLine) is in another region: find out which one, and set SPEECHMEMO_S3_REGION to it"
    case .refused(let store, let reason):
      "the request to \(store.onOneLine) failed: \(reason.onOneLine); check its address"
    case .unavailable(let store, let reason):
      "\(store.onOneLine) is unavailable (\(reason.onOneLine)): try again later"
    }
  }
}

extension AudioStoreError: LocalizedError {
  /// The same line as `description`.
  public var errorDescription: String? { description }
}

extension String {
  /// What others say may have line breaks, and what turns a terminal about.
  fileprivate var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }
}
