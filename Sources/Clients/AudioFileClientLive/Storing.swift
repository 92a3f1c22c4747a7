import AudioFileClient
import Foundation
import Glibc

/// Copies a file's bytes to a new file, with their checksum.
///
/// - Parameter replacing: Whether a file that is there already gives way.
func store(
  _ source: URL, at destination: URL, replacing: Bool = false, _ interruption: Interruption
) throws -> StoredAudio {
  let input = try InputFile(source)
  var file = try NewFile(at: destination, replacing: replacing)
  let stored = try copy(
    from: input.descriptor, to: file.rawDescriptor, source: source.displayPath, interruption)
  let status = try input.descriptor.status()
  guard
    status.st_size == stored.byteCount,
    status.st_mtim.tv_sec == input.status.st_mtim.tv_sec,
    status.st_mtim.tv_nsec == input.status.st_mtim.tv_nsec
  else { throw AudioFileError.changed(path: source.displayPath) }
  try file.publish()
  return stored
}

/// Copies what a stream gives until it ends to a new file, with its checksum.
func storeStream(
  _ stream: borrowing Descriptor, at destination: URL, _ interruption: Interruption
) throws -> StoredAudio {
  var file = try NewFile(at: destination)
  let stored = try copy(
    from: stream, to: file.rawDescriptor, source: "standard input", interruption, waits: true)
  guard stored.byteCount > 0
  else { throw AudioFileError.empty(path: "standard input") }
  try file.publish()
  return stored
}

/// The size and checksum of a file's bytes.
func checksum(of url: URL, _ interruption: Interruption) throws -> StoredAudio {
  let input = try InputFile(url)
  return try copy(from: input.descriptor, to: nil, source: url.displayPath, interruption)
}

/// Reads `input` to its end, into `output` if there is one. A failure to read is thrown as the
/// source's error, a failure to write as a `SystemError`.
func copy(
  from input: borrowing Descriptor, to output: Int32?, source: String,
  _ interruption: Interruption, waits: Bool = false
) throws -> StoredAudio {
  var checksum = Checksum()
  var byteCount: Int64 = 0
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
  defer { buffer.deallocate() }
  while true {
    try interruption.check()
    if waits { _ = try interruption.waitForInput(from: [input.rawValue]) }
    let count: Int
    do {
      count = try SystemError.check { read(input.rawValue, buffer.baseAddress, buffer.count) }
    } catch  where error.code == EAGAIN {
      _ = try interruption.waitForInput(from: [input.rawValue])
      continue
    } catch {
      throw error.audioFileError(path: source)
    }
    guard count > 0
    else { return StoredAudio(byteCount: byteCount, sha256: checksum.finish()) }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    checksum.update(bytes)
    byteCount += Int64(count)
    if let output { try write(bytes, to: output) }
  }
}

private func write(_ bytes: UnsafeRawBufferPointer, to output: Int32) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = try SystemError.check {
      Glibc.write(output, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    }
    rest = rest.dropFirst(written)
  }
}
