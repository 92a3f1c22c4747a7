public import ApiClient
public import AudioFileClient
import ConcurrencyExtras
public import DatabaseClient
import Foundation
import HTTPMessages
import HostedLibraries
public import LibraryFolder
import RemoteLibrary
import ServerRouter
import SharedModels
import SoundCore

/// What is to be transcribed in the libraries behind a server, for a program that has a token of it
/// and no password of their database; and the sound of what it has claimed, for as long as it has.
public final class RemoteQueue: Sendable {
  private struct State {
    /// What is claimed, by where its sound would be.
    var claimed: [String: (proof: ClaimProof, memo: Recording)] = [:]
    var hasAnswered = false
    /// What names the requests that have asked for what is claimed.
    var traces: [ClaimedJob.ID: TraceID] = [:]
    /// By the folder that a library's sound would be in.
    var sounds: [String: FetchedSounds] = [:]
  }

  let connection: ServerConnection
  private let local: AudioFileClient
  private let root: URL
  private let state = Protected(State())

  /// How many bytes of a library's sound are kept on this machine: what a program that was killed has
  /// left is gone on with.
  private static let limit: Int64 = 256 << 20

  /// - Parameters:
  ///   - server: Where it is.
  ///   - home: This machine's own folder, below which sound is while it is heard.
  ///   - local: What reads files of this machine.
  public init(_ server: ServerAddress, below home: LibraryFolder, local: AudioFileClient) {
    connection = ServerConnection(server)
    self.local = local
    root = home.root.appendingPathComponent("servers", isDirectory: true)
      .appendingPathComponent(server.fileName, isDirectory: true)
      .appendingPathComponent("queue", isDirectory: true)
  }

  /// Where it is, for a person.
  public var address: String { connection.address.base }

  /// What a claimed job's library is to whoever works on it, and its folder on this machine.
  public func library(of claim: ClaimedJob) -> (database: DatabaseClient, folder: LibraryFolder) {
    (.known(by: claim, of: client), folder(of: claim.library))
  }

  private func folder(of library: String) -> LibraryFolder {
    LibraryFolder(root: root.appendingPathComponent(library, isDirectory: true))
  }

  // MARK: - What was claimed

  /// Whether the server has ever answered as one that has a queue.
  var hasAnswered: Bool { state.withLock(\.hasAnswered) }

  func noteAnswer() { state.withLock { $0.hasAnswered = true } }

  /// Keeps in mind for which request a job is done.
  func note(_ claim: ClaimedJob) {
    guard let trace = claim.job.trace
    else { return }
    state.withLock { $0.traces[claim.id] = trace }
  }

  /// What is said of that with each request about the job: the server's log has it then.
  func headers(of proof: ClaimProof) -> HTTPHeaders {
    guard let trace = state.withLock({ $0.traces[proof.claim] })
    else { return [:] }
    // Of all requests about one job this process's part is the same.
    let id = proof.job.rawValue.uuid
    let span = [id.8, id.9, id.10, id.11, id.12, id.13, id.14, id.15].reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    return ["traceparent": trace.traceparent(span: max(span, 1))]
  }

  /// Keeps in mind whose the sound of a memo is.
  func note(_ memo: Recording, _ proof: ClaimProof) {
    let file = folder(of: proof.library).audioFile(named: memo.audio.fileName)
    state.withLock { $0.claimed[file.path] = (proof, memo) }
  }

  /// Forgets what is claimed no more, and its sound.
  func forget(_ proof: ClaimProof) {
    let gone = state.withLock { state in
      state.traces[proof.claim] = nil
      return state.claimed.filter { $0.value.proof == proof }.keys.compactMap { path in
        state.claimed.removeValue(forKey: path).map { (path: path, name: $0.memo.audio.fileName) }
      }
    }
    for (path, name) in gone { sounds(with: URL(fileURLWithPath: path))?.remove(named: name) }
  }

  // MARK: - Sound

  /// Where a file of sound is on this machine: it is fetched when it is first asked for.
  func file(for url: URL) async throws -> URL {
    guard let sounds = sounds(with: url)
    else { return url }
    return try await sounds.file(for: url)
  }

  /// The sounds of the library that a file would be in; `nil` for a file of no claimed memo's.
  private func sounds(with file: URL) -> FetchedSounds? {
    let audio = file.deletingLastPathComponent()
    let library = audio.deletingLastPathComponent()
    let folder = folder(of: library.lastPathComponent)
    guard folder.audio.path == audio.path, folder.root.path == library.path
    else { return nil }
    return state.withLock { state in
      if let sounds = state.sounds[audio.path] { return sounds }
      let sounds = FetchedSounds(
        of: folder, from: source(of: folder), limit: Self.limit, local: local)
      state.sounds[audio.path] = sounds
      return sounds
    }
  }

  private func source(of folder: LibraryFolder) -> SoundSource {
    SoundSource { [weak self] name, offset in
      let path = folder.audioFile(named: name).path
      guard let self, let (proof, memo) = state.withLock({ $0.claimed[path] })
      else { throw AudioFileError.missing(path: name) }
      // No memo can help it.
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
  /// Reads the sound of what is claimed as if its files were here.
  ///
  /// - Parameter local: What reads files of this machine.
  public static func claimed(from queue: RemoteQueue, local: AudioFileClient) -> Self {
    .fetched({ try await queue.file(for: $0) }, local: local)
  }
}
