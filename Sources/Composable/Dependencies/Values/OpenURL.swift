public import Foundation
import IssueReporting
import POSIX

extension DependencyValues {
  /// Opens a URL with the user's own application for it.
  ///
  /// ```swift
  /// @Dependency(\.openURL) var openURL
  /// await openURL(URL(fileURLWithPath: "/tmp/memo.flac"))
  /// ```
  ///
  /// Live it starts `xdg-open`. In a test that does not override it, the call fails the test.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  private enum OpenURLKey: DependencyKey {
    static let liveValue = OpenURLEffect { url in
      let succeeded = try? await onOwnThread("xdg-open") {
        let nowhere = try Descriptor("/dev/null", O_RDWR)
        let pid = try spawnProcess(
          "/usr/bin/env", ["xdg-open", url.absoluteString], input: nowhere.number,
          output: nowhere.number, errors: nowhere.number)
        return try collectChild(pid) == .exited(0)
      }
      return succeeded ?? false
    }
    static let previewValue = OpenURLEffect { _ in true }
    static let testValue = OpenURLEffect { _ in
      reportIssue("Unimplemented: @Dependency(\\.openURL)")
      return false
    }
  }
}

/// Opens a URL.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// An effect that calls a function.
  ///
  /// - Parameter handler: Opens the URL, and returns whether that succeeded.
  public init(handler: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL.
  ///
  /// - Parameter url: The URL to open.
  /// - Returns: Whether it was opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}
