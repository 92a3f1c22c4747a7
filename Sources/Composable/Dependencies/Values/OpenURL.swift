public import Foundation
import IssueReporting

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
      await withCheckedContinuation { continuation in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", url.absoluteString]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = {
          continuation.resume(returning: $0.terminationStatus == 0)
        }
        do {
          try process.run()
        } catch {
          process.terminationHandler = nil
          continuation.resume(returning: false)
        }
      }
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
