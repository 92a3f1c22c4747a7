import AudioRecorderClient
import ComposableArchitecture

/// A recorder that a test drives: its time, its levels and its end are the test's.
final class FakeRecorder: Sendable {
  static let devices = [
    AudioInputDevice(id: "mic", isDefault: true, name: "Microphone"),
    AudioInputDevice(id: "headset", isMuted: true, name: "Headset"),
  ]

  let asked = LockIsolated<[String]>([])
  let time = LockIsolated<TimeInterval?>(nil)
  private let ending = AsyncThrowingStream<Bool, any Error>.makeStream()
  private let levels = AsyncStream<AudioLevel>.makeStream()

  func hear(_ level: AudioLevel) { levels.continuation.yield(level) }

  func end(_ result: Result<Bool, any Error>) {
    ending.continuation.yield(with: result)
    ending.continuation.finish()
  }

  var client: AudioRecorderClient {
    var client = AudioRecorderClient()
    client.currentTime = { self.time.value }
    client.lastEnd = { .deviceLost }
    client.levels = { self.levels.stream }
    client.pauseRecording = { self.asked.withValue { $0.append("pause") } }
    client.requestRecordPermission = { true }
    client.resumeRecording = { self.asked.withValue { $0.append("resume") } }
    client.devices = { Self.devices }
    client.selectDevice = { id in self.asked.withValue { $0 += id.map { ["select \($0)"] } ?? [] } }
    client.samples = { .finished() }
    client.startRecording = { url in
      self.asked.withValue { $0.append("record \(url.lastPathComponent)") }
      for try await isWhole in self.ending.stream { return isWhole }
      return false
    }
    client.status = { .ready(Self.devices[0]) }
    client.stopRecording = {
      self.asked.withValue { $0.append("stop") }
      self.end(.success(true))
    }
    return client
  }
}
