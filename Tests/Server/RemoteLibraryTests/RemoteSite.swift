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

/// A library on another machine, reached through the whole site, in this process.
final class RemoteSite: Sendable {
  /// The library as seen by this machine.
  let database: DatabaseClient
  let audioFile: AudioFileClient
  let library: RemoteLibrary
  /// Processing of a request before, or instead of, the site's.
  let onRequest = LockIsolated<@Sendable (HTTPRequest) throws -> Void>({ _ in })
  /// The handling of a response.
  let onResponse = LockIsolated<@Sendable (HTTPRequest, HTTPResponse) throws -> HTTPResponse>({
    $1
  })
  let requests = LockIsolated<[String]>([])
  let site: TestSite

  /// - Parameters:
  ///   - memos: The memos of the library.
  ///   - scopes: The scopes of the token.
  ///   - clock: The clock of pauses; by default, there are none.
  init(
    _ memos: [TranscribedMemo] = [], scopes: Set<AccessScope> = Set(AccessScope.allCases),
    clock: any Clock<Duration> = ImmediateClock()
  ) async throws {
    let site = try await TestSite(memos, scopes: scopes)
    self.site = site
    let home = LibraryFolder(
      root: FileManager.default.temporaryDirectory
        .appendingPathComponent("remote-\(UUID().uuidString)", isDirectory: true))
    let (onRequest, onResponse, requests) = (onRequest, onResponse, requests)
    (library, database, audioFile) = try withDependencies {
      $0.continuousClock = clock
      $0.apiClient = ApiClient { request, _ in
        requests.withValue { $0.append("\(request.method.rawValue) \(request.target)") }
        try onRequest.value(request)
        let response = await withDependencies {
          $0.audioFile = .liveValue
          $0.speechClient.engineStatus = {
            SpeechEngineStatus(models: [SpeechModel(name: "small", folder: "/models")])
          }
        } operation: {
          await site.respond(to: request)
        }
        return try onResponse.value(request, response)
      }
    } operation: {
      let library = RemoteLibrary(
        try ServerAddress("https://home.example"), below: home, local: .liveValue)
      return (
        library, .remote(library, local: .inMemory()), .remote(library, local: .liveValue)
      )
    }
    try FileManager.default.createDirectory(
      at: library.folder.audio, withIntermediateDirectories: true)
  }

  deinit {
    let servers = library.folder.root.deletingLastPathComponent()
    try? FileManager.default.removeItem(at: servers.deletingLastPathComponent())
  }

  static let lost = ApiError.unreachable(
    server: "https://home.example", reason: "connection reset", isTransient: true)

  static func memo(_ number: Int) -> TranscribedMemo {
    TranscribedMemo(
      recording: .preview(
        id: Recording.ID(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))),
        title: "Memo \(number)", date: Date(timeIntervalSince1970: Double(1_000 * number) + 0.25)),
      transcription: .mock)
  }

  /// A second of a tone, different for each number.
  static func sound(_ number: UInt8 = 1) -> [UInt8] {
    let count: UInt32 = 32_000
    func bytes(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return [UInt8]("RIFF".utf8) + bytes(count + 36) + [UInt8]("WAVEfmt ".utf8) + bytes(16)
      + [1, 0, 1, 0] + bytes(16_000) + bytes(32_000) + [2, 0, 16, 0] + [UInt8]("data".utf8)
      + bytes(count) + [UInt8](repeating: number, count: Int(count))
  }

  /// Creates the audio file of a new recording, and returns its memo.
  func recorded(_ number: UInt8 = 1, title: String = "New") async throws -> Recording {
    let id = Recording.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, number)))
    let name = "\(id.rawValue.uuidString.lowercased()).wav"
    let file = library.folder.audioFile(named: name)
    try Data(Self.sound(number)).write(to: file)
    let stored = try await AudioFileClient.liveValue.checksum(of: file)
    return Recording(
      id: id,
      audio: AudioFile(
        byteCount: stored.byteCount, channelCount: 1, fileName: name, format: .wav,
        sampleRate: 16_000, sha256: stored.sha256),
      date: Date(timeIntervalSince1970: 1_700_000_000.5), duration: .seconds(1), isFavorite: true,
      provenance: .recorded(device: "Microphone"), tags: ["a", "b c"], title: title,
      transcription: .queued)
  }
}
