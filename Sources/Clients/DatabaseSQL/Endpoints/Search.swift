package import DatabaseClient
import Foundation
import SharedModels

extension SearchQuery {
  package var earliest: Double { from?.timeIntervalSince1970 ?? -.greatestFiniteMagnitude }
  package var latest: Double { until?.timeIntervalSince1970 ?? .greatestFiniteMagnitude }
}

extension SQLSession {
  package func spokenWords(ofRecordingRow row: Int64, by name: String) throws -> SpokenWords {
    let found = try transcriptions(
      """
      SELECT \(Transcription.columns) FROM transcriptions
      WHERE \(library: "transcriptions") AND recording = \(row) AND is_current
      """)
    return SpokenWords(found.first ?? Transcription(segments: []), by: name)
  }
}
