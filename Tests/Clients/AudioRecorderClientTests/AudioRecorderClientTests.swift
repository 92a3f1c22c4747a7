import AudioRecorderClient
import Clocks
import Dependencies
import Foundation
import Testing

@Suite("AudioRecorderClient")
struct AudioRecorderClientTests {
  private let url = URL(filePath: "/memo.flac")

  @Test("VM-01 an endpoint that a test does not override fails it when it is called")
  func unimplemented() async {
    let client = AudioRecorderClient()
    await withKnownIssue { #expect(await client.currentTime() == nil) }
    await withKnownIssue { #expect(await client.requestRecordPermission() == false) }
    await withKnownIssue { _ = try await client.startRecording(url: url) }
    await withKnownIssue { await client.stopRecording() }
  }

  @Test("VM-01 the client is found by its key path")
  func keyPath() async {
    await withDependencies {
      $0.audioRecorder.requestRecordPermission = { true }
    } operation: {
      @Dependency(\.audioRecorder) var audioRecorder
      #expect(await audioRecorder.requestRecordPermission())
    }
  }

  @Test("VM-03 starting returns whether the recording succeeded when it ends")
  func startSuspends() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let client = AudioRecorderClient.simulated()
      let recording = Task { try await client.startRecording(url: url) }
      await clock.advance(by: .seconds(2))
      await client.stopRecording()
      await clock.advance(by: .seconds(1))
      let wentWell = try await recording.value
      #expect(wentWell)
      #expect(await client.lastEnd() == .stopped)
    }
  }

  @Test("VM-04 the preview counts seconds on the injected clock until it is stopped")
  func preview() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let client = AudioRecorderClient.previewValue
      let recording = Task { try await client.startRecording(url: url) }
      for second in 1...3 {
        await clock.advance(by: .seconds(1))
        #expect(await client.currentTime() == Double(second))
      }
      await client.pauseRecording()
      await clock.advance(by: .seconds(5))
      #expect(await client.currentTime() == 3)
      await client.resumeRecording()
      await clock.advance(by: .seconds(1))
      #expect(await client.currentTime() == 4)
      await client.stopRecording()
      #expect(await client.currentTime() == 0)
      await clock.advance(by: .seconds(1))
      let wentWell = try await recording.value
      #expect(wentWell)
    }
  }

  @Test("The preview sends a level each second, and its captured audio")
  func sound() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let client = AudioRecorderClient.simulated()
      var levels = client.levels().makeAsyncIterator()
      let recording = Task { try await client.startRecording(url: url) }
      await clock.advance(by: .seconds(1))
      let level = try #require(await levels.next())
      #expect(level.peak > level.rms && level.rms > 0)
      var samples = client.samples().makeAsyncIterator()
      let first = try await samples.next()
      #expect(first?.count == 16_000)
      await client.stopRecording()
      let last = try await samples.next()
      #expect(last == nil)
      await clock.advance(by: .seconds(1))
      let wentWell = try await recording.value
      #expect(wentWell)
    }
  }

  @Test("A canceled preview recording ends at once")
  func cancellation() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let client = AudioRecorderClient.simulated()
      let task = Task { try await client.startRecording(url: url) }
      await clock.advance(by: .seconds(1))
      task.cancel()
      let wentWell = try await task.value
      #expect(wentWell)
      #expect(await client.lastEnd() == .stopped)
    }
  }

  @Test("Only one recording runs at a time")
  func second() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let client = AudioRecorderClient.simulated()
      let task = Task { try await client.startRecording(url: url) }
      await clock.advance(by: .seconds(1))
      await #expect(throws: AudioRecorderClient.Failure.alreadyRecording) {
        try await client.startRecording(url: url)
      }
      task.cancel()
      let wentWell = try await task.value
      #expect(wentWell)
    }
  }

  @Test("Without an input, permission is denied and the failure has the reason")
  func denied() async {
    let client = AudioRecorderClient.simulated(isPermitted: false)
    #expect(await client.requestRecordPermission() == false)
    #expect(await client.status() == .noDevice)
    await #expect(throws: AudioRecorderClient.Failure.unavailable(.noDevice)) {
      try await client.startRecording(url: url)
    }
  }

  @Test("The chosen device is recorded from, or named as missing")
  func devices() async throws {
    let client = AudioRecorderClient.simulated()
    let devices = try await client.devices()
    #expect(devices.filter(\.isDefault).count == 1)
    let other = try #require(devices.first { !$0.isDefault })
    await client.selectDevice(id: other.id)
    #expect(await client.status() == .ready(other))
    await client.selectDevice(id: "gone")
    #expect(await client.status() == .deviceMissing(id: "gone"))
  }

  @Test("Each status has a message, and problems have a hint")
  func words() {
    let device = AudioInputDevice(id: "x", name: "Microphone")
    let statuses: [AudioInputStatus] = [
      .ready(device), .muted(device), .noDevice, .deviceMissing(id: "y"),
      .noServer(reason: "Connection refused"), .denied,
    ]
    #expect(Set(statuses.map(\.message)).count == statuses.count)
    #expect(statuses.map { $0.hint == nil } == [true, false, false, false, false, false])
    let failure = AudioRecorderClient.Failure.unavailable(.noServer(reason: "Connection refused"))
    #expect(failure.description.contains("Connection refused"))
    #expect(failure.localizedDescription == failure.description)
  }

  @Test(
    "A meter shows decibels, from -60 to full scale",
    arguments: [(0, 0), (0.001, 0), (0.0316228, 0.5), (1, 1), (2, 1)] as [(Float, Double)])
  func meter(rms: Float, fraction: Double) {
    let shown = AudioLevel(peak: rms, rms: rms).meterFraction
    #expect(abs(shown - fraction) < 0.001)
  }
}
