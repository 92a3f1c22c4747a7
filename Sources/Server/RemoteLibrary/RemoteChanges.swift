import ApiClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import Tagged

/// What changes in the library behind a server, for as long as somebody listens. A connection that is
/// lost is made again, and goes on where it was.
struct RemoteChanges: Sendable {
  @Dependency(\.continuousClock) private var clock
  private let server: ServerConnection

  /// How long to wait before the server is asked again: longer each time, to a limit.
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
        } catch let error as ApiError where error.isRefusal {
          // The token is not known any more, and will not be at the next try.
          break
        } catch {}
        // What has changed meanwhile is told if the server knows where it was, and asked for if not.
        guard (try? await clock.sleep(for: pause)) != nil
        else { break }
        pause = min(pause * 2, Self.lastPause)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return stream
  }

  /// - Parameter tell: Given each change, and `nil` for what is none.
  private func listen(from lastID: inout String?, _ tell: (LibraryChange?) -> Void) async throws {
    var headers: HTTPHeaders = ["Accept": "text/event-stream"]
    let isFirst = lastID == nil
    headers["Last-Event-ID"] = lastID
    let response = try await server.response(to: .events, headers: headers)
    var reader = EventReader()
    for try await piece in try response.body {
      for event in reader.events(in: piece) {
        lastID = event.id ?? lastID
        switch event.name {
        case "memos":
          let ids = try? JSONDecoder.speechMemo.decode(MemoIDs.self, from: Data(event.data.utf8))
          tell(ids.map { .recordings(Set($0.ids)) } ?? .anything)
        // What changed before the first connection, but after the list was asked for, is not told.
        case "connected" where isFirst: tell(.anything)
        case "library", "reset": tell(.anything)
        default: tell(nil)
        }
      }
    }
  }
}

extension ApiError {
  fileprivate var isRefusal: Bool {
    guard case .problem(_, let problem) = self
    else { return false }
    return [.forbidden, .unauthorized].contains(problem.status)
  }
}

/// Reads a stream of events as WHATWG's `text/event-stream` has it.
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

  /// The events that are whole with these bytes.
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
