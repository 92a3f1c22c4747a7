public import DependenciesMacros
public import Foundation

/// Many libraries of one server. An unknown name throws ``DatabaseError/notFound(_:)``.
@DependencyClient
public struct LibrariesClient: Sendable {
  public struct Opened: Equatable, Sendable {
    public let library: String
    public let token: AccessToken

    public init(library: String, token: AccessToken) {
      self.library = library
      self.token = token
    }
  }

  public var names: @Sendable () async throws -> [String]

  /// Returns `false` if the name is taken.
  public var add: @Sendable (_ name: String) async throws -> Bool

  public var library: @Sendable (_ named: String) async throws -> DatabaseClient

  public var opened: @Sendable (_ byToken: String, _ usedAt: Date) async throws -> Opened?

  /// `nil` if the link is unknown or expired, or the memo is in the trash.
  public var shared: @Sendable (_ byLink: String) async throws -> String?

  public var shares: @Sendable () async throws -> [String: QueueShare]

  /// Throws ``DatabaseError/invalid(_:)`` unless the weight is positive.
  public var setShare: @Sendable (_ of: String, _ share: QueueShare) async throws -> Void

  public var settings: @Sendable (_ of: String) async throws -> LibrarySettings?

  /// Replaces all settings. Returns `false` if `revision` is outdated; `nil` means none were set.
  public var setSettings:
    @Sendable (_ of: String, _ values: [String: String], _ revision: Int?) async throws -> Bool

  public var queueState: @Sendable (_ at: Date) async throws -> QueueState

  public var transcribers: @Sendable () async throws -> [AccessToken]

  public var addTranscriber: @Sendable (_ token: AccessToken, _ sha256: String) async throws -> Bool

  public var removeTranscriber: @Sendable (_ name: String) async throws -> Bool

  public var transcriber: @Sendable (_ showing: String, _ usedAt: Date) async throws -> AccessToken?
}
