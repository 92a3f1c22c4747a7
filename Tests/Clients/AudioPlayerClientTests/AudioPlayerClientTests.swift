import AudioPlayerClient
import Clocks
import Dependencies
import Foundation
import Testing

@Suite("AudioPlayerClient")
struct AudioPlayerClientTests {
  private let url = URL(filePath: "/memo.flac")

  @Test("VM-01 an endpoint that a test does not override fails it when it is called")
  func unimplemented() async {
    let client = AudioPlayerClient()
    await withKnownIssue { #expect(await client.currentTime() == nil) }
    await withKnownIssue { _ = try await client.play(url: url) }
    await withKnownIssue { await client.stop() }
  }

  @Test("VM-01 the client is found by its key path")
  func keyPath() async throws {
    try await withDependencies {
      $0.audioPlayer.play = { _ in true }
    } operation: {
      @Dependency(\.audioPlayer) var audioPlayer
      let reachedEnd = try await audioPlayer.play(url: url)
      #expect(reachedEnd)
    }
  }

  @Test("The next speed is the next one listed, also from between two, and stops at the ends")
  func nextSpeed() {
    #expect(AudioPlayerClient.speed(1, movedBy: 1) == 1.25)
    #expect(AudioPlayerClient.speed(1, movedBy: -2) == 0.5)
    #expect(AudioPlayerClient.speed(1.1, movedBy: 1) == 1.25)
    #expect(AudioPlayerClient.speed(1.1, movedBy: -1) == 1)
    #expect(AudioPlayerClient.speed(3, movedBy: 1) == 3)
    #expect(AudioPlayerClient.speed(0.5, movedBy: -1) == 0.5)
  }

  @Test("VM-04 the preview plays on the injected clock to the recording's end")
  func preview() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let client = AudioPlayerClient.simulated(duration: .seconds(2))
      #expect(await client.currentTime() == nil)
      let playing = Task { try await client.play(url: url) }
      await clock.advance(by: .seconds(1))
      let time = try #require(await client.currentTime())
      #expect(abs(time - 1) < 0.001)
      await clock.advance(by: .seconds(1))
      let reachedEnd = try await playing.value
      #expect(reachedEnd)
      #expect(await client.currentTime() == nil)
    }
  }

  @Test("Speed, pause and seek move the preview's time")
  func controls() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let client = AudioPlayerClient.simulated(duration: .seconds(10))
      await client.setSpeed(speed: 2)
      let task = Task { try await client.playFrom(url: url, time: 1) }
      await clock.advance(by: .seconds(1))
      try await expect(client, isAt: 3)
      await client.pause()
      await clock.advance(by: .seconds(1))
      try await expect(client, isAt: 3)
      await client.seek(to: 8)
      await client.resume()
      await client.setSpeed(speed: 0)
      await clock.advance(by: .seconds(1))
      try await expect(client, isAt: 8.5)
      await client.stop()
      await clock.advance(by: .seconds(1))
      let reachedEnd = try await task.value
      #expect(reachedEnd == false)
    }
  }

  @Test("A new recording ends the previous one")
  func another() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let client = AudioPlayerClient.simulated(duration: .seconds(2))
      let first = Task { try await client.play(url: url) }
      await clock.advance(by: .seconds(1))
      let second = Task { try await client.play(url: url) }
      await clock.advance(by: .seconds(3))
      let firstEnded = try await first.value
      #expect(firstEnded == false)
      let secondEnded = try await second.value
      #expect(secondEnded)
    }
  }

  @Test("Each status has a message, and problems have a hint")
  func words() {
    let device = AudioOutputDevice(id: "x", name: "Headphones")
    let statuses: [AudioOutputStatus] = [
      .ready(device), .muted(device), .noDevice, .deviceMissing(id: "y"),
      .noServer(reason: "Connection refused"), .denied,
    ]
    #expect(Set(statuses.map(\.message)).count == statuses.count)
    #expect(statuses.map { $0.hint == nil } == [true, false, false, false, false, false])
    let failure = AudioPlayerClient.Failure.unavailable(.noDevice)
    #expect(failure.localizedDescription == failure.description)
  }

  private func expect(_ client: AudioPlayerClient, isAt time: TimeInterval) async throws {
    let current = try #require(await client.currentTime())
    #expect(abs(current - time) < 0.001)
  }
}
