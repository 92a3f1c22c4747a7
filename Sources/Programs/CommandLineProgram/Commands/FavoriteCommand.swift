import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

struct FavoriteCommand {
  var selection: RecordingSelection
  var isFavorite = true
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database

  func run() async throws {
    let recordings = try await selection.recordings()
    for var recording in recordings {
      let isChanged = recording.isFavorite != isFavorite
      if isChanged {
        recording = try await database.modify(id: recording.id) { [isFavorite] in
          $0.isFavorite = isFavorite
        }
      }
      if json {
        var event = MemoEvent(isChanged ? .favorite : .unchanged, recording)
        event.favorite = isFavorite
        try terminal.json(event)
      } else {
        let state = isFavorite ? "favorite ★" : "not a favorite"
        terminal.note("\(recording.id.short) \(recording.title.printable): \(state)")
      }
    }
  }
}

extension CommandTable {
  static let favorite: Command = {
    let off = Parameter.flag("off", help: "Remove the mark.")
    return Command(
      "favorite", aliases: ["favourite"], summary: "Mark memos as favorites, which 'tidy' keeps",
      options: [off] + FilterOptions.all, arguments: [optionalIDs]
    ) { arguments in
      try await FavoriteCommand(
        selection: RecordingSelection(arguments, ids: arguments[optionalIDs]),
        isFavorite: !arguments[off], json: arguments[json]
      ).run()
    }
  }()
}
