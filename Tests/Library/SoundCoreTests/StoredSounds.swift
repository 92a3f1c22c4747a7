import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import AudioStoreClientLive
import ConcurrencyExtras
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import SoundCore

/// A library on two machines with audio in a store.
final class StoredSounds: Sendable {
  let scratch: URL
  /// The requests to the store, in order.
  let asked = LockIsolated<[String]>([])
  /// The handling of data read from the store.
  let onRead = LockIsolated<@Sendable (AudioStoreReading) throws -> AudioStoreReading>({ $0 })
  let store: AudioStoreClient

  init(_ store: AudioStoreClient? = nil) throws {
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("stored-\(UUID().uuidString)", isDirectory: true)
    self.scratch = scratch
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let real =
      store
      ?? withDependencies {
        $0.audioFile = .live()
      } operation: {
        .folder(scratch.appendingPathComponent("store", isDirectory: true))
      }
    var told = real
    let (asked, onRead) = (asked, onRead)
    told.get = { name, range in
      asked.withValue { $0.append("get \(name) \(range.map { "\($0.lowerBound)" } ?? "all")") }
      return try onRead.value(try await real.get(name: name, range: range))
    }
    told.put = { file, name, stored in
      asked.withValue { $0.append("put \(name)") }
      try await real.put(file: file, name: name, stored: stored)
    }
    self.store = told
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  /// The library on a machine.
  func folder(_ machine: String = "here") -> LibraryFolder {
    LibraryFolder(root: scratch.appendingPathComponent(machine, isDirectory: true))
  }

  /// Makes a machine find its audio.
  func with<Value>(
    machine: String = "here", limit: Int64 = 1 << 30, store: AudioStoreClient? = nil,
    now: Date = Date(), _ update: (inout DependencyValues) -> Void = { _ in },
    _ work: () async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.audioFile = .live()
      $0.date = .constant(now)
      $0.libraryFolder = folder(machine)
      let library = StoredLibrary(
        folder(machine), in: store ?? self.store, keeping: limit, local: .live())
      $0.useStores(of: StoredLibraries(library))
      update(&$0)
    } operation: {
      try await work()
    }
  }

  /// A file with a tenth of a second of audio, different for each number.
  func sound(_ number: Int = 1) throws -> URL {
    let url = scratch.appendingPathComponent("sound-\(number).wav")
    try Data(Self.wav(number)).write(to: url)
    return url
  }

  static func wav(_ number: Int) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let samples = (0..<1_600).flatMap { bytes(Int16(truncatingIfNeeded: ($0 % 50) * number * 7)) }
    return Array("RIFF".utf8) + bytes(UInt32(36 + samples.count)) + Array("WAVEfmt ".utf8)
      + bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(16_000))
      + bytes(UInt32(32_000)) + bytes(UInt16(2)) + bytes(UInt16(16)) + Array("data".utf8)
      + bytes(UInt32(samples.count)) + samples
  }

  /// The names in a folder of a machine's library, in order.
  func names(in folder: String, of machine: String = "here") -> [String] {
    let url = self.folder(machine).root.appendingPathComponent(folder)
    return ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}
