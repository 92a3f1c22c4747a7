import AudioFileClient
import Dependencies
public import Foundation
import POSIX

/// Standard input in an unnamed temporary file, deleted with this value or the process.
public struct PipedAudio: ~Copyable, Sendable {
  public let file: URL
  private let descriptor: Descriptor

  public init() async throws {
    @Dependency(\.audioFile) var audioFile
    @Dependency(\.uuid) var uuid
    let named = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      .appendingPathComponent("speechmemo-\(uuid().uuidString)")
    _ = try await audioFile.copyStreamIn(from: .standardInput, to: named)
    defer { try? removeFile(named.path) }
    let descriptor = try Descriptor(named.path, O_RDONLY)
    file = URL(fileURLWithPath: "/proc/self/fd/\(descriptor.number)")
    self.descriptor = descriptor
  }
}
