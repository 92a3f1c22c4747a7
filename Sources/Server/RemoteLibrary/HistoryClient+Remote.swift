import ApiClient
import DatabaseClient
import ServerRouter
import SharedModels

extension HistoryClient {
  static func remote(_ server: ServerConnection) -> Self {
    Self(
      lastEdit: { try await server.value(.lastEdit, as: LastEditValue.self).value },
      versions: { id in
        try await server.finding {
          try await server.value(.memos(.memo(id, .versions(.list))), as: VersionList.self)
        }.versions.map(\.value)
      },
      transcription: { id, version in
        try await server.finding("version \(version) of the text") {
          try await server.value(.memos(.memo(id, .versions(.get(version)))))
        }
      },
      // The server's clock dates the new version, as it does all edits of its library.
      restore: { id, version, current, _ in
        try await server.changeText(
          of: id, .versions(.restore(version, VersionToReplace(current: current))),
          notFound: "version \(version) of the text")
      })
  }
}
