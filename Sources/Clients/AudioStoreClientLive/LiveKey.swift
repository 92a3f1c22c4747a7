public import AudioStoreClient
public import Dependencies
import LibraryFolder

extension AudioStoreClient: DependencyKey {
  /// The audio folder of the current library, looked up on each call.
  public static let liveValue = Self(
    address: { ofLibrary.address() },
    checksum: { try await ofLibrary.checksum(name: $0) },
    delete: { try await ofLibrary.delete(names: $0) },
    downloadLink: { try await ofLibrary.downloadLink(name: $0, request: $1) },
    entry: { try await ofLibrary.entry(name: $0) },
    get: { try await ofLibrary.get(name: $0, range: $1) },
    linkOrigin: { ofLibrary.linkOrigin() },
    list: { ofLibrary.list() },
    put: { try await ofLibrary.put(file: $0, name: $1, stored: $2) },
    removeLeftovers: { try await ofLibrary.removeLeftovers(before: $0) },
    uploadLink: { try await ofLibrary.uploadLink(name: $0, stored: $1, lifetime: $2) })

  private static var ofLibrary: Self {
    @Dependency(\.libraryFolder) var library
    return folder(library.audio)
  }
}
