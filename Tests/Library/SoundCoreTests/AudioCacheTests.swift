import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import ConcurrencyExtras
import Foundation
import Glibc
import POSIX
import SoundCore
import Testing

/// Downloads of audio that is no longer needed.
struct AudioCacheTests {
  private let library: StoredSounds

  init() throws {
    library = try StoredSounds()
  }

  /// Audio whose second half arrives only after a signal.
  private struct SlowSounds: Sendable {
    /// Gets an element when the first half has come.
    let begun: AsyncStream<Void>
    let goOn: AsyncStream<Void>.Continuation
    let sounds: AudioCache
  }

  private func slowSounds() -> SlowSounds {
    let (begun, tellBegun) = AsyncStream<Void>.makeStream()
    let (going, goOn) = AsyncStream<Void>.makeStream()
    let source = RemoteAudioSource { _, _ in
      let pieces = LockIsolated(0)
      return RemoteAudioSource.Part(
        offset: 0, byteCount: 4, sha256: "",
        bytes: AudioStoreBytes {
          let count = pieces.withValue {
            $0 += 1; return $0
          }
          switch count {
          case 1: return [1, 2]
          case 2:
            tellBegun.yield()
            // In a separate task, which does not end when the waiting one is canceled.
            await Task { for await _ in going {} }.value
            return [3, 4]
          default: return nil
          }
        })
    }
    return SlowSounds(
      begun: begun, goOn: goOn,
      sounds: AudioCache(of: library.folder(), from: source, local: .live()))
  }

  private var file: URL { library.folder().audioFile(named: "a.wav") }

  @Test("A fetch of a removed file leaves nothing behind")
  func removed() async throws {
    let slow = slowSounds()
    let work = Task { [file] in try await slow.sounds.file(for: file) }
    for await _ in slow.begun { break }
    slow.sounds.remove(named: "a.wav")
    slow.goOn.finish()
    await #expect(throws: AudioFileError.missing(path: file.path)) { try await work.value }
    #expect(library.names(in: "fetched") == [])
  }

  @Test("A fetch without waiters is canceled, and its partial file can be deleted")
  func abandoned() async throws {
    let slow = slowSounds()
    let first = Task { [file] in try await slow.sounds.file(for: file) }
    for await _ in slow.begun { break }
    first.cancel()
    // It waits for the first one to end, then starts over.
    let second = Task { [file] in try await slow.sounds.file(for: file) }
    slow.goOn.finish()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(try Data(contentsOf: try await second.value) == Data([1, 2, 3, 4]))
    #expect(library.names(in: "fetched") == ["a.wav"])
    #expect(slow.sounds.remove(named: "a.wav"))
    #expect(library.names(in: "fetched") == [])
  }

  @Test("A partial file from a broken connection can be deleted, too")
  func broken() async throws {
    let error = AudioFileError.store(path: "a.wav", reason: "connection reset")
    let isFirst = LockIsolated(true)
    let source = RemoteAudioSource { _, offset in
      RemoteAudioSource.Part(
        offset: offset, byteCount: 4, sha256: "",
        bytes: AudioStoreBytes {
          guard
            isFirst.withValue({ isFirst in
              defer { isFirst = false }
              return isFirst
            })
          else { throw error }
          return [1, 2]
        })
    }
    let sounds = AudioCache(of: library.folder(), from: source, local: .live())
    await #expect(throws: error) { try await sounds.file(for: file) }
    #expect(library.names(in: "fetched") == [".a.wav"])
    sounds.remove(named: "a.wav")
    #expect(library.names(in: "fetched") == [])
    await #expect(throws: error) { try await sounds.file(for: file) }
    #expect(library.names(in: "fetched") == [], "nothing had come")
  }

  @Test(
    "On a full disk, cached audio makes room for the next download",
    .enabled(if: canMount, "needs the right to mount a small disk"))
  func fullDisk() async throws {
    let root = library.folder().root
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    #expect(mount("none", root.path, "tmpfs", 0, "size=256k") == 0)
    defer { umount2(root.path, Int32(MNT_DETACH)) }
    let source = RemoteAudioSource { _, offset in
      let piece = ArraySlice(repeatElement(UInt8(7), count: 50_000))
      let pieces = LockIsolated([piece, piece])
      return RemoteAudioSource.Part(
        offset: offset, byteCount: 100_000, sha256: "",
        bytes: AudioStoreBytes { pieces.withValue { $0.popLast() } })
    }
    let sounds = AudioCache(of: library.folder(), from: source, local: .live())
    for name in ["a.wav", "b.wav", "c.wav"] {
      let file = try await sounds.file(for: library.folder().audioFile(named: name))
      #expect(try Data(contentsOf: file).count == 100_000)
    }
    let names = library.names(in: "fetched")
    #expect(names.count == 2 && names.contains("c.wav"))
    for name in names { sounds.remove(named: name) }
    let ballast = try Descriptor(
      root.appendingPathComponent("ballast").path, O_WRONLY | O_CREAT, mode: 0o600)
    while (try? ballast.write(Array(repeating: 0, count: 4_096))) != nil {}
    let url = library.folder().audioFile(named: "d.wav")
    await #expect(
      throws: AudioFileError.noSpace(path: root.appendingPathComponent("fetched/d.wav").path)
    ) {
      try await sounds.file(for: url)
    }
  }

  @Test("Libraries below one folder share a limit, and the least recently used audio goes first")
  func sharedLimit() throws {
    let libraries = library.folder("hosted").root
    let source = RemoteAudioSource { name, _ in throw AudioFileError.missing(path: name) }
    func keep(_ name: String, of machine: String, usedAt time: TimeInterval) throws {
      let cache = AudioCache(
        of: library.folder(machine), from: source, limit: 6, sharedBelow: libraries,
        local: .simulated())
      let file = library.scratch.appendingPathComponent(name)
      try Data([1, 2, 3]).write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: file.path)
      cache.keep(file, named: name)
    }
    let (ann, ben) = ("hosted/ann", "hosted/ben")
    try keep("a.wav", of: ann, usedAt: 200)
    try keep("b.wav", of: ben, usedAt: 100)
    #expect(library.names(in: "fetched", of: ann) == ["a.wav"])
    #expect(library.names(in: "fetched", of: ben) == ["b.wav"])
    try keep("c.wav", of: ann, usedAt: 300)
    #expect(library.names(in: "fetched", of: ann) == ["a.wav", "c.wav"])
    #expect(library.names(in: "fetched", of: ben) == [])
  }

  @Test("Audio that another library is storing is not evicted, unless its process was killed")
  func storing() throws {
    let storing = library.folder("hosted/ben").root.appendingPathComponent("fetched")
    try FileManager.default.createDirectory(at: storing, withIntermediateDirectories: true)
    let dates = [".new-killed": Date(timeIntervalSince1970: 100), ".new-stored": Date()]
    for (name, date) in dates {
      let file = storing.appendingPathComponent(name)
      try Data([1, 2, 3]).write(to: file)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }
    let cache = AudioCache(
      of: library.folder("hosted/ann"),
      from: RemoteAudioSource { name, _ in throw AudioFileError.missing(path: name) }, limit: 1,
      sharedBelow: library.folder("hosted").root, local: .simulated())
    let file = library.scratch.appendingPathComponent("a.wav")
    try Data([1, 2, 3]).write(to: file)
    cache.keep(file, named: "a.wav")
    #expect(library.names(in: "fetched", of: "hosted/ann") == [])
    #expect(library.names(in: "fetched", of: "hosted/ben") == [".new-stored"])
  }

  @Test("An unwritable cache folder is this machine's fault, not the audio's")
  func folder() async throws {
    let root = library.folder().root
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try Data().write(to: root.appendingPathComponent("fetched"))
    let error = await #expect(throws: AudioFileError.self) {
      try await slowSounds().sounds.file(for: file)
    }
    guard case .store = error
    else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}

/// Only the superuser may mount a disk.
private let canMount: Bool = {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { rmdir(folder.path) }
  return mount("none", folder.path, "tmpfs", 0, "size=64k") == 0
    && umount2(folder.path, Int32(MNT_DETACH)) == 0
}()
