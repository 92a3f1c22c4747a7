public import Foundation
public import ImportCore
public import TranscriptionCore

/// What happens while folders are watched.
public enum WatchEvent: Equatable, Sendable {
  /// The file was deleted: its memo is safe.
  case deleted(URL)
  /// A folder that was missing is there.
  case folderFound(URL)
  /// A folder is missing, or cannot be looked into. It is waited for.
  case folderMissing(URL, reason: String)
  /// A file is a memo, and safe.
  case imported(Importer.Outcome, from: URL)
  /// The file is where files are moved to: its memo is safe.
  case moved(URL, to: URL)
  /// A file was not imported, and is tried again from time to time.
  case postponed(URL, reason: String)
  /// Something is wrong that does not end the watching.
  case problem(String)
  /// A file cannot be imported, and is tried again when it changes.
  case refused(URL, reason: String)
  /// What becomes of a transcript.
  case transcription(TranscriptionQueue.Event)
  /// All that is there has been taken, and what arrives from now on is waited for.
  case waiting
}
