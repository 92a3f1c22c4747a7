import AudioFileClient
import Foundation
import Hashing
import POSIX
import SharedModels

func store(
  _ source: URL, at destination: URL, replacing: Bool = false, _ cancellation: CancellationSignal
) throws -> StoredAudio {
  let input = try InputFile(source)
  if replacing, let stream = try openStream(destination) {
    return try copy(input, from: source, cancellation) { try stream.write($0) }
  }
  var file = try NewFile(at: destination, replacing: replacing)
  let stored = try copy(input, from: source, cancellation) { try file.descriptor.write($0) }
  try file.publish()
  return stored
}

private func copy(
  _ input: borrowing InputFile, from source: URL, _ cancellation: CancellationSignal,
  to write: @escaping (UnsafeRawBufferPointer) throws -> Void
) throws -> StoredAudio {
  let stored = try read(
    input.descriptor, source: source.displayPath, cancellation, to: write)
  let status = try input.descriptor.status()
  guard
    status.st_size == stored.byteCount,
    status.st_mtim.tv_sec == input.status.st_mtim.tv_sec,
    status.st_mtim.tv_nsec == input.status.st_mtim.tv_nsec
  else { throw AudioFileError.changed(path: source.displayPath) }
  return stored
}

private func openStream(_ url: URL) throws -> Descriptor? {
  if url.path == "/dev/stdout" { return try Descriptor(borrowing: STDOUT_FILENO).duplicate() }
  guard let status = try? fileStatus(of: url.filePath),
    ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  else { return nil }
  return try Descriptor(url.filePath, O_WRONLY | O_NOCTTY)
}

func storeStream(
  _ stream: borrowing Descriptor, at destination: URL, _ cancellation: CancellationSignal
) throws -> StoredAudio {
  var file = try NewFile(at: destination)
  let stored = try read(stream, source: "standard input", cancellation, waits: true) {
    try file.descriptor.write($0)
  }
  guard stored.byteCount > 0
  else { throw AudioFileError.empty(path: "standard input") }
  try file.publish()
  return stored
}

func checksum(of url: URL, _ cancellation: CancellationSignal) throws -> StoredAudio {
  let input = try InputFile(url)
  return try read(input.descriptor, source: url.displayPath, cancellation)
}

/// With `waits`, cancellation interrupts the wait for input.
func read(
  _ input: borrowing Descriptor, source: String, _ cancellation: CancellationSignal,
  waits: Bool = false,
  to write: ((UnsafeRawBufferPointer) throws -> Void)? = nil
) throws -> StoredAudio {
  var checksum = Checksum()
  var byteCount: Int64 = 0
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
  defer { buffer.deallocate() }
  while true {
    try cancellation.check()
    if waits { _ = try cancellation.waitForInput(from: [input.number]) }
    let count: Int
    do {
      count = try input.read(into: buffer)
    } catch  where error.code == EAGAIN {
      _ = try cancellation.waitForInput(from: [input.number])
      continue
    } catch {
      throw error.audioFileError(path: source)
    }
    guard count > 0
    else { return StoredAudio(byteCount: byteCount, sha256: checksum.finish()) }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    checksum.update(bytes)
    byteCount += Int64(count)
    try write?(bytes)
  }
}
