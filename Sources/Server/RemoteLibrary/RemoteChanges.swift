import ApiClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels

/// Changes of the library behind a server. Reconnects, and resumes with `Last-Event-ID`.
struct RemoteChanges: Sendable {
  @Dependency(\.continuousClock) private var clock
  private let server: ServerConnection

  private static let (firstPause, lastPause): (Duration, Duration) = (.seconds(1), .seconds(30))

  init(_ server: ServerConnection) {
    self.server = server
  }

  func stream() -> AsyncStream<LibraryChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: LibraryChange.self)
    let work = Task { [self] in
      var lastID: String?
      var pause = Self.firstPause
      while !Task.isCancelled {
        do {
          try await listen(from: &lastID) { event in
            pause = Self.firstPause
            if let change = event { continuation.yield(change) }
          }
        } catch let error as ApiError where error.isAuthorizationFailure {
          // The server refuses the token; a retry would fail, too.
          break
        } catch {}
        // On reconnecting, the server sends the changes since then, or a reset.
        guard (try? await clock.sleep(for: pause)) != nil
        else { break }
        pause = min(pause * 2, Self.lastPause)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return stream
  }

  private func listen(from lastID: inout String?, _ onEvent: (LibraryChange?) -> Void) async throws
  {
    var headers: HTTPHeaders = ["Accept": "text/event-stream"]
    let isFirst = lastID == nil
    headers["Last-Event-ID"] = lastID
    let response = try await server.response(to: .events, headers: headers)
    var reader = EventReader()
    for try await piece in try response.body {
      for event in reader.events(in: piece) {
        // Older servers send the newest id with it, ahead of the missed events.
        if event.name != "connected" || isFirst { lastID = event.id ?? lastID }
        switch event.name {
        case "memos":
          let ids = try? JSONDecoder.speechMemo.decode(MemoIDs.self, from: Data(event.data.utf8))
          onEvent(ids.map { .recordings(Set($0.ids)) } ?? .anything)
        // Changes between fetching the list and the first connection cause no event.
        case "connected" where isFirst: onEvent(.anything)
        case "library", "reset": onEvent(.anything)
        default: onEvent(nil)
        }
      }
    }
  }
}

extension ApiError {
  fileprivate var isAuthorizationFailure: Bool {
    guard case .problem(_, let problem) = self
    else { return false }
    return [.forbidden, .unauthorized].contains(problem.status)
  }
}

/// Parses WHATWG's `text/event-stream`.
struct EventReader {
  struct Event: Equatable {
    var data = ""
    var id: String?
    var name = "message"
  }

  private var event = Event()
  private var hasData = false
  private var line: [UInt8] = []
  private var wasReturn = false

  mutating func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      defer { wasReturn = byte == UInt8(ascii: "\r") }
      if byte == UInt8(ascii: "\n"), wasReturn { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      else {
        line.append(byte)
        continue
      }
      if let event = endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() -> Event? {
    defer { line = [] }
    guard !line.isEmpty
    else {
      defer {
        event = Event()
        hasData = false
      }
      return hasData ? event : nil
    }
    let text = String(decoding: line, as: UTF8.self)
    let name = text.prefix { $0 != ":" }
    var value = text.dropFirst(name.count + 1)
    if value.first == " " { value = value.dropFirst() }
    switch name {
    case "data":
      event.data += hasData ? "\n\(value)" : String(value)
      hasData = true
    case "event": event.name = String(value)
    case "id": event.id = String(value)
    default: break
    }
    return nil
  }
}
