import AudioFileClient
import DatabaseClient
import Dependencies
import ExportFilesClient
public import Foundation
import LibraryFolder
public import SharedModels
public import TranscriptExport

public struct Exporter: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.exportFiles) private var files
  @Dependency(\.libraryFolder) private var library

  public init() {}

  /// Returns the transcript in a format, with `includingUnfinished` even one in progress. Throws
  /// ``ExportProblem/noTranscript(title:state:)``, or the database's error.
  public func text(
    of recording: Recording, as format: ExportFormat,
    subtitles options: SubtitleOptions = SubtitleOptions(), limit: Int? = nil,
    includingUnfinished: Bool = false
  ) async throws -> String {
    var found = try await database.transcription(of: recording.id)
    if found == nil, includingUnfinished {
      found = try await database.jobs.unfinishedTranscription(of: recording.id)
    }
    guard var transcription = found
    else {
      throw ExportProblem.noTranscript(title: recording.title, state: recording.transcription)
    }
    if let limit, transcription.segments.count > limit {
      transcription.segments.removeSubrange(limit...)
    }
    let summary = format.hasSummary ? try await database.summaries.summary(of: recording.id) : nil
    return try TranscriptExport.export(
      recording, transcription, summary, as: format, subtitles: options)
  }

  /// Returns the places with a file. Throws ``ExportProblem`` for the first that can't be written.
  public func existing(_ places: [URL]) async throws -> [URL] {
    var existing: [URL] = []
    for place in places {
      switch try await files.item(at: place) {
      case .file: existing.append(place)
      case .folder: throw ExportProblem.isFolder(path: place.path)
      case .noFolder:
        throw ExportProblem.noFolder(path: place.deletingLastPathComponent().path)
      case .nothing, .stream: break
      }
    }
    return existing
  }

  /// Writes a memo's file atomically. Throws ``ExportProblem``, or the database's or disk's error.
  public func export(
    _ recording: Recording, as content: ExportContent,
    subtitles options: SubtitleOptions = SubtitleOptions(), to place: URL, replacing: Bool,
    includingUnfinished: Bool = false
  ) async throws {
    guard !library.owns(place)
    else { throw ExportProblem.isLibrary(path: place.path) }
    if try await !existing([place]).isEmpty, !replacing {
      throw ExportProblem.exists(path: place.path)
    }
    switch content {
    case .audio:
      let sound = library.audioFile(named: recording.audio.fileName)
      do {
        _ = try await audioFile.copyOut(from: sound, to: place, replacing: replacing)
      } catch AudioFileError.missing(sound.path) {
        throw ExportProblem.noAudio(title: recording.title)
      }
    case .transcript(let format):
      let text = try await text(
        of: recording, as: format, subtitles: options, includingUnfinished: includingUnfinished)
      try await files.write(data: Data(text.utf8), to: place)
    }
  }
}
