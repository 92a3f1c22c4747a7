import ArgumentParsing
import SharedModels
import Styleguide
import TranscriptExport

/// A file name without its extension, with fields, such as `{date} {title}`.
struct FileNameTemplate: ArgumentValue, Equatable {
  enum Field: String, CaseIterable {
    case date, file, id, time, title
  }

  private enum Part: Equatable {
    case field(Field)
    case text(String)
  }

  let argumentText: String
  private var parts: [Part] = []

  init?(argument text: String) {
    argumentText = text
    var rest = text[...]
    while let open = rest.firstIndex(where: { "{}".contains($0) }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}"),
        let field = Field(rawValue: String(rest[open..<close].dropFirst()))
      else { return nil }
      parts += [.text(String(rest[..<open])), .field(field)]
      rest = rest[close...].dropFirst()
    }
    parts.append(.text(String(rest)))
    guard !text.contains("/"), !text.allSatisfy(\.isWhitespace)
    else { return nil }
  }

  static let placeholder = "TEMPLATE"

  static let expectedDescription: String = {
    let fields = Field.allCases.map { "{\($0)}" }
    return "a file name with \(fields.joined(separator: ", ")) as fields, and without '/'"
  }()

  func contains(_ field: Field) -> Bool {
    parts.contains(.field(field))
  }

  func fileName(of recording: Recording, as content: ExportContent) -> String {
    var named = recording
    named.title = parts.map {
      switch $0 {
      case .field(let field): field.text(for: recording)
      case .text(let text): text
      }
    }
    .joined()
    return content.fileName(of: named)
  }
}

extension FileNameTemplate.Field {
  fileprivate func text(for recording: Recording) -> String {
    var time = LocalTime()
    switch self {
    case .date: return time.day(of: recording.date)
    case .file:
      let name = recording.provenance.originalFileName ?? recording.title
      return String(name[..<(name.dropFirst().lastIndex(of: ".") ?? name.endIndex)])
    case .id: return recording.id.short
    case .time: return String(time.text(for: recording.date).suffix(5))
    case .title: return recording.title
    }
  }
}
