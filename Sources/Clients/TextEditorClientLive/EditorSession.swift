import Foundation
import POSIX
import TextEditorClient

struct EditorSession {
  let command: String
  let file: URL
  let text: String

  private static let byteLimit: Int64 = 1 << 26

  init(command: String, text: String, folder: String) throws {
    self.command = command
    self.text = text
    let name = "speechmemo-\(UUID().uuidString).txt"
    file = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(name)
    do throws(SystemError) {
      try Descriptor(file.path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).write(Array(text.utf8))
    } catch {
      try? removeFile(file.path)
      throw TextEditorFailure.noFile(path: file.path, reason: error.reason)
    }
  }

  /// Cancellation asks the editor to exit but waits for it: two programs can't share the terminal.
  func run(
    on terminal: borrowing EditorTerminal, _ editors: OpenEditors,
    _ hasTerminal: @Sendable (Bool) -> Void
  ) async throws -> EditedText {
    hasTerminal(true)
    defer { hasTerminal(false) }
    let end: ChildEnd
    do {
      // The shell splits the command into words, then becomes the editor: signals must reach it.
      let pid = try editors.start(self) {
        try spawnProcess(
          "/bin/sh", ["-c", "exec env \(command) \"$@\"", command, file.path], group: .inherited,
          input: terminal.input, output: terminal.output, errors: terminal.errors)
      }
      defer { editors.remove(pid) }
      end = try await withTaskCancellationHandler {
        try await onOwnThread("editor") { try collectChild(pid) }
      } onCancel: {
        _ = kill(pid, SIGTERM)
      }
    } catch let error as SystemError {
      throw failure("could not be started: \(error.reason)")
    }
    switch end {
    case .exited(0): return EditedText(file: file, text: try edited())
    case .exited(126), .exited(127): throw failure("could not be started")
    case .exited(let code): throw failure("exited with status \(code)")
    case .signaled(let number): throw failure("was killed by signal \(number)")
    }
  }

  /// Removes an unchanged text, which the library has, unless recovery files need it.
  private func failure(_ reason: String) -> TextEditorFailure {
    var leftBehind = leftBehind
    var kept: EditedText?
    switch try? edited() {
    case text?: if leftBehind.isEmpty { try? removeFile(file.path) }
    case let changed?: kept = EditedText(file: file, text: changed)
    case nil: leftBehind.insert(file, at: 0)
    }
    return .unsuccessful(
      command: command, reason: reason, kept: kept, leftBehind: leftBehind)
  }

  private var leftBehind: [URL] {
    let folder = file.deletingLastPathComponent()
    let others = (try? names(in: folder.path)) ?? []
    return others.filter { $0.contains(file.lastPathComponent) && $0 != file.lastPathComponent }
      .sorted().map { folder.appendingPathComponent($0) }
  }

  /// The saved text if it is changed; `nil` also while a program is replacing the file.
  var saved: EditedText? {
    guard let saved = try? edited(), !saved.isEmpty, saved != text
    else { return nil }
    return EditedText(file: file, text: saved)
  }

  private func edited() throws -> String {
    let bytes: [UInt8]
    do {
      let descriptor = try Descriptor(file.path, O_RDONLY | O_NONBLOCK)
      let size = try descriptor.status().st_size
      guard Int64(size) <= Self.byteLimit
      else { throw TextEditorFailure.unreadable(file: file, reason: "it is too long") }
      bytes = try descriptor.read(upTo: Int(size), at: 0)
    } catch let error as SystemError {
      throw TextEditorFailure.unreadable(file: file, reason: error.reason)
    }
    guard let text = String(validating: bytes, as: UTF8.self)
    else { throw TextEditorFailure.unreadable(file: file, reason: "it is not UTF-8") }
    return text
  }
}
