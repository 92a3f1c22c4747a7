public import Foundation
public import ImportCore
public import TranscriptionCore

public enum WatchEvent: Equatable, Sendable {
  case deleted(URL)
  case folderFound(URL)
  case folderMissing(URL, reason: String)
  case imported(Importer.Outcome, from: URL)
  case moved(URL, to: URL)
  case postponed(URL, reason: String)
  case problem(String)
  case refused(URL, reason: String)
  case transcription(TranscriptionQueue.Event)
  case waiting
}
