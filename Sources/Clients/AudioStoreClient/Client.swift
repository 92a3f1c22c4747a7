public import Dependencies
public import DependenciesMacros
public import Foundation
public import SharedModels

/// Keeps files of sound under names, where many machines may reach them: in a folder, or with a
/// service that others run.
///
/// What is under a name never changes: it is put there once, whole, and deleted. Names are one
/// component of a path, of 255 bytes at most; see ``AudioStoreClient/check(name:)``. Everything throws
/// ``AudioStoreError``, whose description is a line for a person, or `CancellationError` in a
/// cancelled task.
@DependencyClient
public struct AudioStoreClient: Sendable {
  /// Where the store is, for messages: a folder's path, or something like `s3://bucket/prefix`.
  public var address: @Sendable () -> String = { "" }

  /// Reads all that is under a name.
  ///
  /// - Returns: How many bytes there are, and their checksum.
  public var checksum: @Sendable (_ name: String) async throws -> StoredAudio

  /// Deletes what is under names. It stays deleted after a crash of any machine.
  ///
  /// - Returns: Why something could not be deleted, by its name. What was not there is deleted.
  public var delete: @Sendable (_ names: [String]) async throws -> [String: AudioStoreError]

  /// An address at which anybody can get what is under a name for some time, by a GET; `nil` where
  /// the store has none. Nobody is asked whether something is there.
  public var downloadLink:
    @Sendable (_ name: String, _ request: AudioDownload) async throws -> AudioStoreLink?

  /// What is known of what is under a name; `nil` where nothing is.
  public var entry: @Sendable (_ name: String) async throws -> AudioStoreEntry?

  /// What is under a name, or a part of it, as it comes: in bounded memory, with what was lost on the
  /// way asked for again. Bytes of which the store knows a checksum are compared with it as they end,
  /// if all of them are read: ``AudioStoreError/changed(name:)``.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - range: Which bytes, of those that are there; `nil` for all.
  public var get:
    @Sendable (_ name: String, _ range: Range<Int64>?) async throws -> AudioStoreReading

  /// Where links lead, as `https://host:port`; `nil` where the store has none.
  public var linkOrigin: @Sendable () -> String? = { nil }

  /// All that the store has, in pages, as they are asked for, in no order.
  public var list: @Sendable () -> AudioStorePages = { AudioStorePages { nil } }

  /// Puts a file's bytes under a name.
  ///
  /// When this returns, they are whole and durable there, and every reader finds them. When it
  /// throws, nothing is under the name, or what was before. The same bytes may be there already.
  ///
  /// - Parameters:
  ///   - file: A file of this machine.
  ///   - name: The name. Other bytes that are there stay: ``AudioStoreError/exists(name:)``.
  ///   - stored: The size and checksum of the file's bytes, which are compared with them.
  public var put:
    @Sendable (_ file: URL, _ name: String, _ stored: StoredAudio) async throws -> Void

  /// Removes what uploads that were never finished have left behind, where nobody sees it and it is
  /// paid for.
  ///
  /// - Parameter before: Those that began before this, so that none is ended that is under way.
  /// - Returns: How many there were.
  public var removeLeftovers: @Sendable (_ before: Date) async throws -> Int

  /// An address at which anybody can put those bytes, and no others, under a name for some time, by a
  /// PUT; `nil` where the store has none. What has come is to be checked all the same.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - stored: The size and checksum of the bytes.
  ///   - lifetime: For how long.
  public var uploadLink:
    @Sendable (
      _ name: String, _ stored: StoredAudio, _ lifetime: Duration
    ) async throws -> AudioStoreLink?
}

extension AudioStoreClient {
  /// Whether something may have a name: a component of a path, such as `.` is none, without control
  /// characters, and of 255 bytes of UTF-8 at most.
  ///
  /// - Throws: ``AudioStoreError/badName(name:)``.
  public static func check(name: String) throws(AudioStoreError) {
    guard !name.isEmpty, name.utf8.count <= 255, name != ".", name != "..",
      name.unicodeScalars.allSatisfy({ $0 != "/" && $0.properties.generalCategory != .control })
    else { throw .badName(name: name) }
  }

  /// Deletes what is under a name.
  ///
  /// - Throws: Why that cannot be.
  public func delete(name: String) async throws {
    if let error = try await delete(names: [name]).values.first { throw error }
  }
}

extension DependencyValues {
  /// Keeps files of sound under names.
  public var audioStore: AudioStoreClient {
    get { self[AudioStoreClient.self] }
    set { self[AudioStoreClient.self] = newValue }
  }
}
