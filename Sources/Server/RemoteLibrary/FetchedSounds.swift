import ApiClient
import AudioFileClient
import ConcurrencyExtras
import Foundation
import HTTPMessages
import LibraryFolder
import POSIX
import ServerRouter
import SharedModels
import Tagged

/// The sound of memos behind a server, as far as it is on this machine, and the rest as it is asked
/// for. What was not heard for longest goes when there is too much of it.
final class FetchedSounds: Sendable {
  private let folder: LibraryFolder
  private let fetched: URL
  private let limit: Int64
  private let server: ServerConnection
  private let state = Protected(State())

  private struct State {
    var memos: [String: Recording] = [:]
    var running: [String: Task<URL, any Error>] = [:]
  }

  /// - Parameter limit: How many bytes are kept at most.
  init(_ server: ServerConnection, folder: LibraryFolder, limit: Int64 = 2 << 30) {
    self.folder = folder
    fetched = folder.root.appendingPathComponent("fetched", isDirectory: true)
    self.limit = limit
    self.server = server
  }

  /// Keeps in mind which file is which memo's.
  func note(_ memos: [Recording]) {
    state.withLock { state in
      for memo in memos { state.memos[memo.audio.fileName] = memo }
    }
  }

  /// Where the file is that a library here would have at `url`: for a file of another folder, there.
  ///
  /// - Throws: ``ApiError``, or `AudioFileError` where it cannot be kept here.
  func file(for url: URL) async throws -> URL {
    guard url.deletingLastPathComponent().path == folder.audio.path, !isThere(url.path)
    else { return url }
    let name = url.lastPathComponent
    let place = place(of: name)
    if isThere(place.path) {
      // By the date of its last use it is decided what goes.
      try? touch(place.path)
      return place
    }
    let task = state.withLock { state in
      if let task = state.running[name] { return task }
      let memo = state.memos[name]
      let task = Task {
        defer { self.state.withLock { _ = $0.running.removeValue(forKey: name) } }
        return try await self.fetch(name, memo: memo, to: place)
      }
      state.running[name] = task
      return task
    }
    return try await task.value
  }

  /// Takes a file that has gone up as one that was fetched.
  func keep(_ file: URL, of memo: Recording) {
    note([memo])
    do {
      try LibraryFolder.make(fetched)
      try moveDurably(
        file.path, to: place(of: memo.audio.fileName).path)
    } catch {
      // The server has it.
      try? removeFile(file.path)
    }
  }

  func remove(_ memo: Recording) {
    try? removeFile(place(of: memo.audio.fileName).path)
  }

  /// Where a file is kept, in this folder whatever a server calls it.
  private func place(of name: String) -> URL {
    fetched.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }

  private func fetch(_ name: String, memo: Recording?, to place: URL) async throws -> URL {
    let stem = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
    guard let id = memo?.id ?? UUID(uuidString: stem).map({ Recording.ID($0) })
    else { throw AudioFileError.missing(path: name) }
    do {
      try LibraryFolder.make(fetched)
      makeRoom(for: memo?.audio.byteCount ?? 0)
      let begun = try BegunSound(fetched.appendingPathComponent(".\(name)"))
      do {
        try await download(id, memo: memo, to: begun)
      } catch is BegunSound.Changed {
        // What was there of it from a time before was of something else, or was damaged.
        try begun.truncate(to: 0)
        do {
          try await download(id, memo: memo, to: begun)
        } catch is BegunSound.Changed {
          try begun.truncate(to: 0)
          throw AudioFileError.io(
            path: name, reason: "what came from the server is not what it says to have")
        }
      }
      try moveDurably(begun.url.path, to: place.path)
      return place
    } catch let error as SystemError {
      throw error.isForLackOfSpace
        ? AudioFileError.noSpace(path: place.path)
        : AudioFileError.io(path: place.path, reason: error.reason)
    } catch let ApiError.problem(_, problem) where problem.status == .notFound {
      throw AudioFileError.missing(path: name)
    }
  }

  /// Writes the sound to a file, behind what is there of it from a time before.
  ///
  /// - Throws: ``BegunSound/Changed`` where the whole is not what the server has.
  private func download(_ id: Recording.ID, memo: Recording?, to begun: BegunSound) async throws {
    var offset = try begun.byteCount
    let checksum = memo?.audio.sha256 ?? ""
    var headers: HTTPHeaders = [:]
    if offset > 0, !checksum.isEmpty {
      headers["Range"] = "bytes=\(offset)-"
      headers["If-Range"] = "\"\(checksum)\""
    }
    var response: HTTPResponse
    do {
      response = try await server.response(to: .memos(.memo(id, .audio)), headers: headers)
    } catch let ApiError.problem(_, problem) where problem.status == .rangeNotSatisfiable {
      // All of it may be there, or something else.
      response = try await server.response(to: .memos(.memo(id, .audio)))
    }
    if response.status != .partialContent
      || response.headers["Content-Range"]?.hasPrefix("bytes \(offset)-") != true
    {
      guard response.status == .ok
      else { throw BegunSound.Changed() }
      offset = 0
    }
    try begun.truncate(to: offset)
    for try await piece in try response.body { try begun.append(piece) }
    try await begun.finish(expecting: checksum)
  }

  private func makeRoom(for byteCount: Int64) {
    var sizes = ((try? names(in: fetched.path)) ?? []).compactMap {
      name -> (url: URL, date: Int, size: Int64)? in
      let url = fetched.appendingPathComponent(name)
      guard let status = try? fileStatus(of: url.path), status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return (url, Int(status.st_mtim.tv_sec), Int64(status.st_size))
    }
    var total = sizes.reduce(byteCount) { $0 + $1.size }
    sizes.sort { $0.date > $1.date }
    while total > limit, let oldest = sizes.popLast() {
      try? removeFile(oldest.url.path)
      total -= oldest.size
    }
  }
}
