import AudioFileClient
import Dependencies
public import Foundation
import POSIX

/// The sound that comes in by standard input, where it can be read as often as that takes.
///
/// It is in a file that has no name, and is gone with this value, or with the process.
public struct PipedSound: ~Copyable, Sendable {
  /// The sound, for as long as this value lives.
  public let file: URL
  private let descriptor: Descriptor

  /// Reads standard input to its end.
  ///
  /// - Throws: What the disk says, or `CancellationError` in a task that is cancelled.
  public init() async throws {
    @Dependency(\.audioFile) var audioFile
    @Dependency(\.uuid) var uuid
    let named = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      .appendingPathComponent("speechmemo-\(uuid().uuidString.lowercased())")
    _ = try await audioFile.copyStreamIn(from: .standardInput, to: named)
    defer { try? removeFile(named.path) }
    let descriptor = try Descriptor(named.path, O_RDONLY)
    file = URL(fileURLWithPath: "/proc/self/fd/\(descriptor.number)")
    self.descriptor = descriptor
  }
}
