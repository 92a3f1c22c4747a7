public import DependenciesMacros
public import Foundation

/// Many libraries in one place, each by its name.
@DependencyClient
public struct LibrariesClient: Sendable {
  /// A library, and the token that opens it.
  public struct Opened: Equatable, Sendable {
    public let library: String
    public let token: AccessToken

    public init(library: String, token: AccessToken) {
      self.library = library
      self.token = token
    }
  }

  /// The names of all, in the order of the alphabet.
  public var names: @Sendable () async throws -> [String]

  /// Makes an empty library.
  ///
  /// - Returns: Whether it was made: not where there is one of that name.
  public var add: @Sendable (_ name: String) async throws -> Bool

  /// The library of that name.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` where there is none.
  public var library: @Sendable (_ named: String) async throws -> DatabaseClient

  /// The library that a token opens. That it was used is noted, to the minute.
  ///
  /// - Parameter sha256: The SHA-256 of what is shown, in hexadecimal.
  public var opened: @Sendable (_ byToken: String, _ usedAt: Date) async throws -> Opened?

  /// The library in which a link opens a memo at a moment.
  ///
  /// - Parameter sha256: The SHA-256 of what is shown, in hexadecimal.
  public var shared: @Sendable (_ byLink: String, _ at: Date) async throws -> String?

  /// What each library gets of those who work for all of them.
  public var shares: @Sendable () async throws -> [String: QueueShare]

  /// Changes that.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` where there is no such library, and
  ///   ``DatabaseError/invalid(_:)`` for a weight that is not positive.
  public var setShare: @Sendable (_ of: String, _ share: QueueShare) async throws -> Void

  /// What is set for a library; `nil` where nothing has been set yet.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` where there is no such library.
  public var settings: @Sendable (_ of: String) async throws -> LibrarySettings?

  /// Changes that, all at once.
  ///
  /// - Parameter revision: What is replaced; `nil` where nothing has been set yet.
  /// - Returns: Whether it was changed: not where somebody else has done so meanwhile.
  /// - Throws: ``DatabaseError/notFound(_:)`` where there is no such library.
  public var setSettings:
    @Sendable (_ of: String, _ values: [String: String], _ revision: Int?) async throws -> Bool

  /// How much is to be transcribed in all libraries, at a moment.
  public var queueState: @Sendable (_ at: Date) async throws -> QueueState

  // MARK: Who transcribes for all of them

  /// The tokens of those who make transcripts for all libraries, by name. They open none.
  public var transcribers: @Sendable () async throws -> [AccessToken]

  /// Lets a program make transcripts for all libraries.
  ///
  /// - Parameter sha256: The SHA-256 of what it shows, in hexadecimal.
  /// - Returns: Whether it was added: not where one of that name, or that shows the same, is there.
  public var addTranscriber: @Sendable (_ token: AccessToken, _ sha256: String) async throws -> Bool

  /// Lets a program do so no longer.
  ///
  /// - Returns: Whether there was one of that name.
  public var removeTranscriber: @Sendable (_ name: String) async throws -> Bool

  /// Who shows that; `nil` for nobody whom it is known of. That it was used is noted, to the minute.
  ///
  /// - Parameter sha256: The SHA-256 of what is shown, in hexadecimal.
  public var transcriber: @Sendable (_ showing: String, _ usedAt: Date) async throws -> AccessToken?
}
