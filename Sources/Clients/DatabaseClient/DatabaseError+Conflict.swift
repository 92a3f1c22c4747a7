import Foundation

extension DatabaseError {
  package static func conflict(ofTextOf title: String, with version: TextVersion?) -> Self {
    let change = version.map { " (\($0.change), \($0.date.formatted(.iso8601)))" }
    return .conflict("the text of '\(title.isEmpty ? "Untitled" : title)'\(change ?? "")")
  }
}

extension TextVersion {
  fileprivate var change: String {
    switch author {
    case _ where restored != nil: "restored"
    case .engine(_, let model): model.isEmpty ? "transcribed" : "transcribed with \(model)"
    case .user: "edited"
    }
  }
}
