import AudioFileClient
import AudioFileClientLive
import AudioStoreClient
import Dependencies
import Foundation
import SharedModels
import SoundCore
import Testing

/// Audio in a store, read and copied like files of the library's folder.
struct StoredLibraryTests {
  private let sounds: StoredSounds

  init() throws {
    sounds = try StoredSounds()
  }

  private func file(_ name: String = "a.wav", of machine: String = "here") -> URL {
    sounds.folder(machine).audioFile(named: name)
  }

  @Test("Imported audio is in the store on return, and is read here without a fetch")
  func copiedIn() async throws {
    let source = try sounds.sound()
    try await sounds.with { () async throws in
      @Dependency(\.audioFile) var audioFile
      let stored = try await audioFile.copyIn(from: source, to: file())
      #expect(stored == (try await sounds.store.checksum(name: "a.wav")))
      #expect(try await audioFile.probe(url: file()).duration == .milliseconds(100))
      #expect(try await audioFile.copyIn(from: source, to: file()) == stored, "the same is there")
      await #expect(throws: AudioFileError.destinationExists(path: file().path)) {
        try await audioFile.copyIn(from: sounds.sound(2), to: file())
      }
      #expect(sounds.asked.value == ["put a.wav", "put a.wav", "put a.wav"])
      #expect(sounds.names(in: "audio") == [])
      #expect(sounds.names(in: "fetched") == ["a.wav"])
    }
  }

  @Test("Another machine fetches each file once, for any number of readers")
  func fetched() async throws {
    let source = try sounds.sound()
    try await sounds.with { () async throws in
      @Dependency(\.audioFile) var audioFile
      _ = try await audioFile.copyIn(from: source, to: file())
    }
    try await sounds.with(machine: "there") { () async throws in
      @Dependency(\.audioFile) var audioFile
      let url = file(of: "there")
      let client = audioFile
      async let peaks = client.peaks(of: url, count: 4)
      async let samples = client.decode(url: url, startingAt: .zero).collect()
      async let info = client.probe(url: url.audioTrack(1))
      #expect(try await peaks.count == 4)
      #expect(try await samples.count == 1_600)
      #expect(try await info.byteCount == 3_244)
      var heard = 0
      for try await chunk in try await audioFile.listen(url: url, startingAt: .zero).chunks {
        heard += chunk.count
      }
      #expect(heard == 1_600)
      let copy = sounds.scratch.appendingPathComponent("copy.wav")
      _ = try await audioFile.copyOut(from: url, to: copy, replacing: false)
      #expect(try Data(contentsOf: copy) == Data(contentsOf: source))
      let flac = sounds.scratch.appendingPathComponent("copy.flac")
      _ = try await audioFile.encode(from: url, to: flac, comment: nil)
      #expect(try await audioFile.probe(url: flac).format == .flac)
    }
    #expect(sounds.asked.value == ["put a.wav", "get a.wav all"])
    #expect(sounds.names(in: "fetched", of: "there") == ["a.wav"])
  }

  @Test("Other files are read and copied in place")
  func elsewhere() async throws {
    let source = try sounds.sound()
    try await sounds.with { () async throws in
      @Dependency(\.audioFile) var audioFile
      let copy = sounds.scratch.appendingPathComponent("copy.wav")
      let stored = try await audioFile.copyIn(from: source, to: copy)
      #expect(try await audioFile.checksum(of: copy) == stored)
      #expect(try await audioFile.probe(url: copy).format == .wav)
    }
    #expect(sounds.asked.value == [])
  }

  @Test("Derived and piped audio reaches the store as well")
  func made() async throws {
    let source = try sounds.sound()
    try await sounds.with { () async throws in
      @Dependency(\.audioFile) var audioFile
      _ = try await audioFile.encode(from: source, to: file("a.flac"), comment: "no")
      #expect(try await audioFile.probe(url: file("a.flac")).format == .flac)
      let pipe = try FileHandle(forReadingFrom: source)
      let stored = try await audioFile.copyStreamIn(from: pipe, to: file("b.wav"))
      #expect(try await sounds.store.checksum(name: "b.wav") == stored)
      let copy = try await audioFile.copyOut(
        from: sounds.sound(2), to: file("b.wav"), replacing: true)
      #expect(try await sounds.store.checksum(name: "b.wav") == copy && copy != stored)
      #expect(try await audioFile.copyIn(from: file("b.wav"), to: file("c.wav")) == copy)
    }
    #expect(
      try await Set(sounds.store.list().collect().map(\.name)) == ["a.flac", "b.wav", "c.wav"])
  }

  @Test("A checksum is of the stored bytes, whatever is cached")
  func checksum() async throws {
    let source = try sounds.sound()
    try await sounds.with { () async throws in
      @Dependency(\.audioFile) var audioFile
      let stored = try await audioFile.copyIn(from: source, to: file())
      try Data("damaged here".utf8).write(
        to: sounds.folder().root.appendingPathComponent("fetched/a.wav"))
      #expect(try await audioFile.checksum(of: file()) == stored)
      try Data("damaged there".utf8).write(
        to: sounds.scratch.appendingPathComponent("store/a.wav"))
      #expect(try await audioFile.checksum(of: file()).byteCount == 13)
    }
  }

  @Test("Audio missing in the store is reported as missing, and a failing store as such")
  func failures() async throws {
    let unwell = AudioStoreError.unavailable(store: "s3://memos/", reason: "status 500")
    let source = try sounds.sound()
    try await sounds.with { () async throws in
      @Dependency(\.audioFile) var audioFile
      let missing = AudioFileError.missing(path: file().path)
      await #expect(throws: missing) { try await audioFile.probe(url: file()) }
      await #expect(throws: missing) { try await audioFile.checksum(of: file()) }
      await #expect(throws: missing) {
        try await audioFile.copyIn(
          from: file(), to: sounds.scratch.appendingPathComponent("copy.wav"))
      }
    }
    var store = sounds.store
    store.get = { _, _ in throw unwell }
    store.put = { _, _, _ in throw unwell }
    try await sounds.with(store: store) { () async throws in
      @Dependency(\.audioFile) var audioFile
      let error = await #expect(throws: AudioFileError.self) {
        try await audioFile.copyIn(from: source, to: file())
      }
      #expect(
        error?.description == """
          cannot access \(file().path) in the audio store: s3://memos/ is unavailable (status 500): \
          try again later
          """)
      #expect(!sounds.names(in: "fetched").contains { $0.hasPrefix(".new-") }, "nothing is left")
      await #expect(throws: AudioFileError.store(path: "a.wav", reason: unwell.description)) {
        try await audioFile.probe(url: file())
      }
    }
  }

  // MARK: Cached files

  @Test("The least recently used audio is evicted")
  func bounded() async throws {
    try await sounds.with(limit: 7_000) { () async throws in
      @Dependency(\.audioFile) var audioFile
      let fetched = sounds.folder().root.appendingPathComponent("fetched")
      for number in 1...3 {
        _ = try await audioFile.copyIn(from: sounds.sound(number), to: file("\(number).wav"))
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(number))],
          ofItemAtPath: fetched.appendingPathComponent("\(number).wav").path)
      }
      // It is used, and so newer than the others.
      _ = try await audioFile.probe(url: file("2.wav"))
      _ = try await audioFile.probe(url: file("1.wav"))
      #expect(sounds.names(in: "fetched") == ["1.wav", "2.wav"])
    }
  }

  @Test("An interrupted fetch resumes if its checksum matches")
  func resumed() async throws {
    struct Lost: Error {}
    let source = try sounds.sound()
    let sum = try await AudioFileClient.live().checksum(of: source)
    try await sounds.store.put(file: source, name: "a.wav", stored: sum)
    for known in [true, false] {
      sounds.asked.setValue([])
      let machine = "\(known)"
      sounds.onRead.setValue { reading in
        var reading = reading
        reading.entry.sha256 = known ? sum.sha256 : nil
        let bytes = reading.bytes.makeAsyncIterator()
        let isFirst = reading.range.lowerBound == 0
        reading.bytes = AudioStoreBytes {
          guard let piece = try await bytes.next()
          else { return nil }
          return isFirst ? piece.prefix(1_000) : piece
        }
        return reading
      }
      try await sounds.with(machine: machine) { () async throws in
        @Dependency(\.audioFile) var audioFile
        let url = file(of: machine)
        await #expect(throws: AudioFileError.self) { try await audioFile.probe(url: url) }
        sounds.onRead.setValue { reading in
          var reading = reading
          reading.entry.sha256 = known ? sum.sha256 : nil
          return reading
        }
        #expect(try await audioFile.probe(url: url).duration == .milliseconds(100))
      }
      #expect(
        try Data(contentsOf: sounds.folder(machine).root.appendingPathComponent("fetched/a.wav"))
          == Data(contentsOf: source))
      #expect(sounds.names(in: "fetched", of: machine) == ["a.wav"])
    }
  }

  @Test("A damaged cached file is fetched again and never used")
  func damaged() async throws {
    let source = try sounds.sound()
    let sum = try await AudioFileClient.live().checksum(of: source)
    try await sounds.store.put(file: source, name: "a.wav", stored: sum)
    let damage: @Sendable (AudioStoreReading) -> AudioStoreReading = { reading in
      var reading = reading
      reading.entry.sha256 = sum.sha256
      let bytes = reading.bytes.makeAsyncIterator()
      reading.bytes = AudioStoreBytes { try await bytes.next().map { $0.map { ~$0 }[...] } }
      return reading
    }
    sounds.onRead.setValue(damage)
    try await sounds.with { () async throws in
      @Dependency(\.audioFile) var audioFile
      await #expect(
        throws: AudioFileError.io(path: "a.wav", reason: "the download does not match its checksum")
      ) {
        try await audioFile.probe(url: file())
      }
      #expect(sounds.asked.value.dropFirst() == ["get a.wav all", "get a.wav all"])
      #expect(!sounds.names(in: "fetched").contains("a.wav"))
      sounds.onRead.setValue { reading in
        sounds.onRead.setValue { $0 }
        return damage(reading)
      }
      #expect(try await audioFile.probe(url: file()).duration == .milliseconds(100))
    }
  }
}
