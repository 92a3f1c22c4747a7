public import Foundation

public enum AudioStoreError: Error, Equatable, Sendable {
  case invalidName(name: String)
  /// Stored, received or uploaded bytes don't match their size or checksum.
  case changed(name: String)
  case clockSkew(store: String)
  case denied(store: String, reason: String)
  case exists(name: String)
  case io(path: String, reason: String)
  case missing(name: String)
  case noStore(store: String)
  case noSpace(store: String)
  case wrongRegion(store: String, region: String?)
  case refused(store: String, reason: String)
  case unavailable(store: String, reason: String)
}

extension AudioStoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidName(let name):
      "'\(name.onOneLine)' is not a valid audio file name: use one without '/', of at most 255 bytes"
    case .changed(let name):
      """
      the contents of \(name.onOneLine) do not match its size and checksum: try again, and if the \
      error persists, restore it from a backup
      """
    case .clockSkew(let store):
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
    case .wrongRegion(let store, let region?):
      "\(store.onOneLine) is in the region \(region.onOneLine): set SPEECHMEMO_S3_REGION to it"
    case .wrongRegion(let store, nil):
      "\(store.onOneLine) is in another region: find out which one, and set SPEECHMEMO_S3_REGION to it"
    case .refused(let store, let reason):
      "the request to \(store.onOneLine) failed: \(reason.onOneLine); check its address"
    case .unavailable(let store, let reason):
      "\(store.onOneLine) is unavailable (\(reason.onOneLine)): try again later"
    }
  }
}

extension AudioStoreError: LocalizedError {
  public var errorDescription: String? { description }
}

extension String {
  /// Server messages may contain line breaks and direction-changing characters.
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
