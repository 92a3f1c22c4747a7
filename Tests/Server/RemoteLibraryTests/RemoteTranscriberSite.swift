import ApiClient
import AudioFileClient
import AudioFileClientLive
import Clocks
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import LibraryFolder
import RemoteLibrary
import SharedModels
import SpeechClient
import TestSite
import TranscriptionCore

/// Libraries on another machine, whose jobs are done here, through the whole site in this process.
final class RemoteTranscriberSite: Sendable {
  typealias OnResponse = @Sendable (HTTPRequest, HTTPResponse) throws -> HTTPResponse

  static let now = Date(timeIntervalSince1970: 1_790_000_000)

  let clock = TestClock()
  /// Processing of a request before, or instead of, the site's.
  let onRequest = LockIsolated<@Sendable (HTTPRequest) async throws -> Void>({ _ in })
  /// The handling of a response.
  let onResponse = LockIsolated<OnResponse>({ $1 })
  let queue: RemoteQueue
  let requests = LockIsolated<[String]>([])
  let server: HostedSite
  private let home: LibraryFolder

  /// - Parameters:
  ///   - libraries: The libraries there.
  ///   - token: The token to send; `nil` for a transcriber's.
  init(_ libraries: [String: DatabaseClient], token: String? = nil) async throws {
    let server = try await HostedSite(libraries, local: .liveValue)
    self.server = server
    home = LibraryFolder(
      root: FileManager.default.temporaryDirectory
        .appendingPathComponent("remote-queue-\(UUID().uuidString)", isDirectory: true))
    let address = try ServerAddress(
      "https://memos.example", token: token ?? server.token)
    queue = withDependencies { [onRequest, onResponse, requests, clock] in
      $0.continuousClock = clock
      $0.apiClient = ApiClient { request, address in
        // As a request over the network ends when its task is canceled.
        try Task.checkCancellation()
        requests.withValue { $0.append("\(request.method.rawValue) \(request.path)") }
        try await onRequest.value(request)
        var request = request
        request.headers["Authorization"] = address.token.map { "Bearer \($0)" }
        let response = await withDependencies {
          $0.audioFile = .liveValue
        } operation: { [request] in
          await server.site.respond(to: request, showingToken: false)
        }
        return try onResponse.value(request, response)
      }
    } operation: { [home] in
      RemoteQueue(address, below: home, local: .liveValue)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: home.root)
  }

  static let lost = ApiError.unreachable(
    server: "https://memos.example", reason: "connection reset", isTransient: true)

  /// Advances the time, including for work that only begins to wait.
  func wait() {
    Task { [clock] in
      for _ in 1...100 { await clock.advance(by: .seconds(5)) }
    }
  }

  /// The audio files on this machine.
  var fetched: [String] {
    let files = FileManager.default.enumerator(atPath: home.root.path)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".wav") }
  }

  /// A second of audio, different for each number.
  static func sound(_ number: UInt8) -> [UInt8] {
    let count: UInt32 = 32_000
    func bytes(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return [UInt8]("RIFF".utf8) + bytes(count + 36) + [UInt8]("WAVEfmt ".utf8) + bytes(16)
      + [1, 0, 1, 0] + bytes(16_000) + bytes(32_000) + [2, 0, 16, 0] + [UInt8]("data".utf8)
      + bytes(count) + [UInt8](repeating: number, count: Int(count))
  }

  /// Adds a memo of a second to a library there, to be transcribed.
  @discardableResult
  func addMemo(
    _ number: UInt8, to name: String, title: String = "A memo",
    settings: TranscriptionSettings = TranscriptionSettings()
  ) async throws -> Recording.ID {
    let file = try await server.put(Self.sound(number), named: "\(number).wav", in: name)
    let stored = try await AudioFileClient.liveValue.checksum(of: file)
    var memo = Recording.preview(
      id: Recording.ID(UUID(Int(number))), duration: .seconds(1), transcription: .queued)
    memo.audio = AudioFile(
      byteCount: stored.byteCount, channelCount: 1, fileName: "\(number).wav", format: .wav,
      sampleRate: 16_000, sha256: stored.sha256)
    memo.provenance = .imported(fileName: "\(title).wav")
    memo.title = title
    try await server.hosted.library(named: name).database.insert(
      recording: memo,
      job: TranscriptionJob(
        id: TranscriptionJob.ID(UUID(100 + Int(number))), recordingID: memo.id,
        createdAt: Self.now, settings: settings))
    return memo.id
  }

  /// Works until an event after which it is to be stopped, and returns all.
  func transcribe(
    _ speech: SpeechClient,
    problem: @escaping @Sendable (String) -> Void = { _ in },
    until isLast: @escaping @Sendable (ClaimedTranscriptions.Event) -> Bool
  ) async throws -> [ClaimedTranscriptions.Event] {
    let (told, tell) = AsyncStream<ClaimedTranscriptions.Event>.makeStream()
    let work = withDependencies {
      $0.audioFile = .claimed(from: queue, local: .liveValue)
      $0.continuousClock = clock
      $0.date.now = Self.now
      $0.speechClient = speech
    } operation: {
      Task { [queue] in
        defer { tell.finish() }
        try await ClaimedTranscriptions(of: queue.client) { queue.library(of: $0) }
          .run(width: 1) {
            tell.yield($0)
          } problem: {
            problem($0)
          }
      }
    }
    var events: [ClaimedTranscriptions.Event] = []
    for await event in told {
      events.append(event)
      if isLast(event) { work.cancel() }
    }
    do {
      try await work.value
    } catch is CancellationError {}
    return events
  }
}
