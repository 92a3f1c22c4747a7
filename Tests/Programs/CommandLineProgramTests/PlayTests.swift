import AudioPlayerClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Testing

struct PlayTests {
  @Test("A memo plays from the library's file at the given speed and time")
  func play() async throws {
    let session = try CommandSession([.numbered(1)])
    let calls = LockIsolated<[String]>([])
    let outcome = await session.run(
      "play", "00000000", "--speed", "1.5", "--from", "2", "--skip-silence", "--device", "headset"
    ) {
      $0.audioPlayer.playFrom = { url, time in
        calls.withValue { $0.append("\(url.lastPathComponent) from \(time)") }
        return true
      }
      $0.audioPlayer.setSpeed = { speed in calls.withValue { $0.append("×\(speed)") } }
      $0.audioPlayer.setSkipsSilence = { skips in calls.withValue { $0.append("\(skips)") } }
    }
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Playing Memo 1, "))
    let memo = try #require(try await session.database.recordings(matching: .init()).first)
    #expect(calls.value == ["×1.5", "true", "\(memo.audio.fileName) from 2.0"])
  }

  @Test("Only the spoken word is highlighted")
  func words() async throws {
    let session = try CommandSession([.numbered(1, "Hello there.")])
    let outcome = await session.run("play", "00000000", onTerminal: true) {
      $0.audioPlayer = .simulated(duration: .milliseconds(900))
    }
    #expect(outcome.status == 0)
    let lit = outcome.output.matches(of: /\u{1b}\[1;33m([^\u{1b}]+)/).map { String($0.1) }
    #expect(Set(lit).isSubset(of: ["Hello", "there."]))
    #expect(lit.first == "Hello")
    #expect(outcome.output.hasSuffix("\r\u{1b}[A\u{1b}[J"))
  }

  @Test("The memo and the keys are on two lines if one is too short")
  func narrow() async throws {
    let title = "A memo with a title that is somewhat long, and goes on"
    let session = try CommandSession([.numbered(1, title: title)])
    let keys = "Space pauses, ← → seek, ↑ ↓ change the speed, q quits."
    for width in [80, 60] {
      let outcome = await session.run("play", "00000000", onTerminal: true, width: width) {
        $0.audioPlayer = .simulated(duration: .milliseconds(100))
      }
      let lines = outcome.error.split(separator: "\n").map(String.init)
      #expect(lines.count == 2 && lines.last == keys)
      #expect(lines.first?.hasPrefix("Playing A memo with a title that is somewhat") == true)
      #expect(lines.first?.contains(title) == (width == 80))
      #expect(lines.allSatisfy { $0.count <= width })
    }
  }

  @Test("Keys pause, seek, change the speed and end it")
  func keys() async throws {
    let session = try CommandSession([.numbered(1)])
    let calls = LockIsolated<[String]>([])
    let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
    let outcome = await session.run("play", "00000000", onTerminal: true) {
      $0.terminal.keys = {
        AsyncStream { continuation in
          for key in "  →↑q" { continuation.yield(key) }
        }
      }
      $0.audioPlayer.currentTime = { 7 }
      $0.audioPlayer.pause = { calls.withValue { $0.append("pause") } }
      $0.audioPlayer.resume = { calls.withValue { $0.append("resume") } }
      $0.audioPlayer.seek = { time in calls.withValue { $0.append("seek \(time)") } }
      $0.audioPlayer.setSpeed = { speed in calls.withValue { $0.append("×\(speed)") } }
      $0.audioPlayer.stop = { stop.finish() }
      $0.audioPlayer.playFrom = { _, _ in
        for await _ in stopped {}
        return false
      }
    }
    #expect(outcome.status == 0)
    #expect(calls.value == ["×1.0", "pause", "resume", "seek 12.0", "×1.25"])
  }

  @Test("If playback fails, one line has the reason")
  func unavailable() async throws {
    let session = try CommandSession([.numbered(1)])
    let outcome = await session.run("play", "00000000") {
      $0.audioPlayer.status = { .noServer(reason: "Connection refused") }
    }
    #expect(outcome.status == 1)
    #expect(
      outcome.error.hasPrefix("speechmemo: cannot connect to a sound server (Connection refused);"))
  }

  @Test("An unsupported speed is a usage error")
  func speed() async throws {
    let outcome = try await CommandSession().run("play", "1", "--speed", "4")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("must be from 0.5 to 3"))
  }
}
