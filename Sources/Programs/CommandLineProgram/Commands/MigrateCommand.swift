import ArgumentParsing
import BackupCore
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import HostedLibraries
import LibraryFolder
import SharedModels
import SharedSettings
import Sharing
import Styleguide
import TerminalClient

extension CommandTable {
  static let migrate: Command = {
    let to = Parameter<String?>.option(
      "to", placeholder: "URL", completion: .folders,
      help: """
        The destination: a PostgreSQL database, such as postgres://speechmemo@db.example/memos, or \
        a folder.
        """)
    let audio = Parameter<String?>.option(
      "audio", placeholder: "URL",
      help: """
        The audio store of that database: s3://BUCKET/PREFIX, or a folder. Default: \
        SPEECHMEMO_AUDIO, unless the library to move is itself in a database.
        """)
    let name = Parameter<String?>.option(
      "library", placeholder: "NAME",
      help: "The library in that database. It is created if it does not exist.")
    return Command(
      "migrate", summary: "Move the whole library into a PostgreSQL database, or back to a folder",
      discussion: """
        Moves all memos, including those in the trash, with their audio, transcripts, edits, \
        titles, tags and IDs. Each memo is removed from this library after its audio at the \
        destination has been verified by checksum. You can stop the command at any time and run it \
        again, and keep using the library while it runs. Settings are copied if the destination has \
        none; tokens are not moved. To move a library back, select it with SPEECHMEMO_DATABASE, \
        SPEECHMEMO_AUDIO and SPEECHMEMO_LIBRARY, and pass a folder to --to.
        """,
      options: [to, audio, name], refusedOptions: GlobalOptions.localOnly
    ) { arguments in
      guard let place = arguments[to], !place.isEmpty
      else {
        throw arguments.usageError("no destination given: add --to postgres://… or --to FOLDER")
      }
      guard place.contains("://")
      else {
        guard arguments[audio] == nil, arguments[name] == nil
        else {
          throw arguments.usageError("--audio and --library apply to a database, not to a folder")
        }
        let folder = XDGFolders().url(of: place, isDirectory: true)
        return try await migrate(to: folder.path) {
          try MemoMover(to: folder)
        } settings: {
          try await $0.copy(to: LibraryFolder(root: folder))
        }
      }
      guard let library = arguments[name]
      else { throw arguments.usageError("no library given: add --library NAME") }
      @Dependency(\.terminal) var terminal
      // With `SPEECHMEMO_DATABASE`, the variable describes the source library.
      let isHosted = HostingOptions.address != nil
      let sound = arguments[audio] ?? (isHosted ? nil : terminal.variable("SPEECHMEMO_AUDIO"))
      guard let sound, !sound.isEmpty
      else {
        throw arguments.usageError(
          "no audio store given: add --audio s3://BUCKET/PREFIX or --audio FOLDER")
      }
      try await migrate(to: HostingAddress(database: place, audio: sound), library: library)
    }
  }()

  private static func migrate(to address: HostingAddress, library name: String) async throws {
    @Dependency(\.hosting) var hosting
    @Dependency(\.libraryFolder) var folder
    let hosted = try hosting.open(at: address, below: folder)
    _ = try await hosted.add(named: name)
    let library = try await hosted.library(named: name)
    try await withDependencies {
      $0.useAudio(of: hosted)
    } operation: {
      let place = "'\(name)' at \(hosted.address)"
      try await migrate(to: place) {
        MemoMover(to: library.folder, library.database, called: place)
      } settings: {
        try await $0.copy(to: library.settings)
      }
    }
  }

  private static let retryLimit = 20

  private static func migrate(
    to place: String, _ mover: () throws -> MemoMover,
    settings copySettings: (Shared<Settings>) async throws -> Void
  ) async throws {
    @Dependency(\.database) var database
    @Dependency(\.terminal) var terminal
    var (movedCount, stayed, tries) = (0, Set<Recording.ID>(), 0)
    while true {
      let rest = try await database.recordings(matching: RecordingQuery(place: nil))
        .filter { !stayed.contains($0.id) }.reversed()
      guard !rest.isEmpty
      else { break }
      do {
        try await mover()(Array(rest)) { recording, outcome in
          tries = 0
          guard case .stayed(let problem) = outcome
          else {
            movedCount += 1
            if terminal.isJSON { try terminal.json(.memo("moved", recording)) }
            return
          }
          stayed.insert(recording.id)
          try terminal.warn(of: problem)
        }
      } catch let error as DatabaseError where error.isConflict && tries < retryLimit {
        // The library is in use: reads it again.
        tries += 1
      }
    }
    try await copySettings(Shared(.settings))
    let memos = movedCount == 1 ? "1 memo" : "\(movedCount) memos"
    try terminal.note(
      "\(memos) moved to \(place); tokens were not moved".printable,
      json: ["event": "migrated", "moved": movedCount, "stayed": stayed.count])
    if !stayed.isEmpty { throw CommandFailure.alreadyReported }
  }
}

extension DatabaseError {
  fileprivate var isConflict: Bool {
    switch self {
    case .conflict, .notFound: true
    default: false
    }
  }
}
