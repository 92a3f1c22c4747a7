import AudioFileClient
import AudioStoreClient
import AudioStoreClientLive
import AudioStoreClientS3
import DatabaseClient
import DatabaseClientPostgres
import Dependencies
import FileStorage
import Foundation
import HostedLibraries

extension HostingClient {
  static let live = HostingClient { address, home in
    @Dependency(\.audioFile) var audioFile
    @Dependency(\.database) var files
    let libraries = try PostgresLibraries(address.database, files: files)
    return HostedLibraries(
      at: libraries.place, .postgres(libraries), queue: .postgres(libraries), below: home,
      local: audioFile, store: try address.audio.map(store))
  } prepare: { database, role in
    try await PostgresSchema.migrate(database, servedBy: role)
  }

  private static func store(
    at address: String
  ) throws -> @Sendable (_ library: String) -> AudioStoreClient {
    guard address.contains("://")
    else {
      let folder = XDGFolders().url(of: address, isDirectory: true)
      return { .folder(folder.appendingPathComponent($0, isDirectory: true)) }
    }
    let config = try S3Config(address, environment: XDGFolders.processEnvironment)
    return { name in
      var config = config
      config.prefix += "\(name)/"
      return .s3(config)
    }
  }
}
