public import Foundation
import POSIX

extension URL {
  /// The names in a folder, sorted; empty if it can't be read.
  public var fileNames: [String] {
    ((try? POSIX.names(in: path)) ?? []).sorted()
  }
}
