import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import TerminalClient

extension CommandTable {
  static let favorite: Command = {
    let off = Parameter.flag("off", help: "Remove the mark.")
    return Command(
      "favorite", aliases: ["favourite"], summary: "Mark memos as favorites, which 'tidy' keeps",
      options: [off] + FilterOptions.all, arguments: [optionalIDs]
    ) { arguments in
      @Dependency(\.database) var database
      @Dependency(\.terminal) var terminal
      let isFavorite = !arguments[off]
      for var recording in try await RecordingSelection(arguments).recordings() {
        let isChanged = recording.isFavorite != isFavorite
        if isChanged {
          recording = try await database.modify(id: recording.id) { $0.isFavorite = isFavorite }
        }
        try terminal.note(
          "\(recording.label): \(isFavorite ? "favorite ★" : "not a favorite")",
          json: .memo(
            isChanged ? "favorite" : "unchanged", recording, ["favorite": isFavorite]))
      }
    }
  }()
}
