import Foundation
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

/// The pipe to the compiler: each message is its length in 8 little-endian bytes, then that many
/// bytes of JSON. A length of 0, or the end of the input, ends the conversation.
///
/// The compiler talks over the standard streams this process was started with, so the descriptors
/// are taken aside first and `stdout` is pointed at `stderr`: a stray `print` in a macro must not
/// end up in the middle of a message.
final class CompilerConnection: MessageConnection {
  private let input: FileHandle
  private let output: FileHandle

  init() throws {
    let (input, output) = (dup(STDIN_FILENO), dup(STDOUT_FILENO))
    guard input >= 0, output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EBADF) }
    self.input = FileHandle(fileDescriptor: input, closeOnDealloc: true)
    self.output = FileHandle(fileDescriptor: output, closeOnDealloc: true)
  }

  func sendMessage<Message: Encodable>(_ message: Message) throws {
    let body = try JSONEncoder().encode(message)
    let header = withUnsafeBytes(of: UInt64(body.count).littleEndian) { Data($0) }
    try output.write(contentsOf: header + body)
  }

  func waitForNextMessage<Message: Decodable>(_ type: Message.Type) throws -> Message? {
    guard let header = try read(count: MemoryLayout<UInt64>.size) else { return nil }
    let count = header.enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << (8 * $1.offset) }
    guard count > 0, let body = try read(count: Int(count)) else { return nil }
    return try JSONDecoder().decode(type, from: body)
  }

  /// Reads exactly `count` bytes, or returns `nil` at the end of the input.
  private func read(count: Int) throws -> Data? {
    var data = Data(capacity: count)
    while data.count < count {
      guard let chunk = try input.read(upToCount: count - data.count), !chunk.isEmpty
      else { return nil }
      data.append(chunk)
    }
    return data
  }
}
