public import ApiClient
public import AudioFileClient
public import DatabaseClient
import Foundation
import HTTPMessages
import HostedLibraries
public import LibraryFolder
import POSIX
import ServerRouter
import SharedModels
import SoundCore

/// The job queue behind a server, for programs that have a token but not the database's password.
public final class RemoteQueue: Sendable {
  private struct State {
    /// Claimed jobs by the local path of their audio.
    var claimed: [String: (proof: ClaimProof, memo: Recording)] = [:]
    var hasAnswered = false
    var traces: [ClaimedJob.ID: TraceID] = [:]
    var sounds: [String: AudioCache] = [:]
  }

  let connection: ServerConnection
  private let local: AudioFileClient
  private let root: URL
  private let state = Mutex(State())

  public init(_ server: ServerAddress, below home: LibraryFolder, local: AudioFileClient) {
    connection = ServerConnection(server)
    self.local = local
    root = home.root.appendingPathComponent("servers", isDirectory: true)
      .appendingPathComponent(server.fileName, isDirectory: true)
      .appendingPathComponent("queue", isDirectory: true)
  }

  public var address: String { connection.address.base }

  public func library(of claim: ClaimedJob) -> (database: DatabaseClient, folder: LibraryFolder) {
    (.known(by: claim, of: client), folder(of: claim.library))
  }

  private func folder(of library: String) -> LibraryFolder {
    LibraryFolder(root: root.appendingPathComponent(library, isDirectory: true))
  }

  var hasAnswered: Bool { state.withLock(\.hasAnswered) }

  func markAnswered() { state.withLock { $0.hasAnswered = true } }

  func note(_ claim: ClaimedJob) {
    guard let trace = claim.job.trace
    else { return }
    state.withLock { $0.traces[claim.id] = trace }
  }

  /// The job's trace, so that the server's log connects all requests about it.
  func headers(of proof: ClaimProof) -> HTTPHeaders {
    guard let trace = state.withLock({ $0.traces[proof.claim] })
    else { return [:] }
    let id = proof.job.rawValue.uuid
    let span = [id.8, id.9, id.10, id.11, id.12, id.13, id.14, id.15].reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    return ["traceparent": trace.traceparent(span: max(span, 1))]
  }

  func note(_ memo: Recording, _ proof: ClaimProof) {
    let file = folder(of: proof.library).audioFile(named: memo.audio.fileName)
    state.withLock { $0.claimed[file.path] = (proof, memo) }
  }

  func discard(_ proof: ClaimProof) {
    let gone = state.withLock { state in
      state.traces[proof.claim] = nil
      return state.claimed.filter { $0.value.proof == proof }.keys.compactMap { path in
        state.claimed.removeValue(forKey: path).map { (path: path, name: $0.memo.audio.fileName) }
      }
    }
    for (path, name) in gone { sounds(with: URL(fileURLWithPath: path))?.remove(named: name) }
  }

  func file(for url: URL) async throws -> URL {
    guard let sounds = sounds(with: url)
    else { return url }
    return try await sounds.file(for: url)
  }

  private func sounds(with file: URL) -> AudioCache? {
    let audio = file.deletingLastPathComponent()
    let library = audio.deletingLastPathComponent()
    let folder = folder(of: library.lastPathComponent)
    guard folder.audio.path == audio.path, folder.root.path == library.path
    else { return nil }
    return state.withLock { state in
      if let sounds = state.sounds[audio.path] { return sounds }
      let sounds = AudioCache(
        of: folder, from: source(of: folder), sharedBelow: root, local: local)
      state.sounds[audio.path] = sounds
      return sounds
    }
  }

  private func source(of folder: LibraryFolder) -> RemoteAudioSource {
    RemoteAudioSource { [weak self] name, offset in
      let path = folder.audioFile(named: name).path
      guard let self, let (proof, memo) = state.withLock({ $0.claimed[path] })
      else { throw AudioFileError.missing(path: name) }
      @Sendable func unanswered(_ error: ApiError) -> AudioFileError {
        .store(path: path, reason: error.description)
      }
      do {
        return try await connection.sound(
          at: .queue(.job(proof, .audio)), byteCount: memo.audio.knownByteCount,
          sha256: memo.audio.sha256, from: offset, headers: headers(of: proof),
          broken: unanswered)
      } catch let ApiError.problem(_, problem) where problem.status == .notFound {
        throw AudioFileError.missing(path: path)
      } catch let ApiError.problem(_, problem) where problem.status == .gone {
        throw DatabaseError.notFound(proof.job)
      } catch let error as ApiError {
        throw unanswered(error)
      }
    }
  }
}

extension AudioFileClient {
  public static func claimed(from queue: RemoteQueue, local: AudioFileClient) -> Self {
    .fetched({ try await queue.file(for: $0) }, local: local)
  }
}
