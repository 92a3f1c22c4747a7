import SharedModels

extension SearchQuery {
  package var withoutLimits: Self {
    var query = self
    query.after = nil
    query.limit = .max
    query.placeLimit = 0
    return query
  }

  /// Splits `speaker:anna` or `speaker:"anna berg"` off the words. The last one counts.
  public var parts: (speaker: String?, words: String) {
    var speaker: String?
    let words = text.replacing(/(?:^|\s)(?i:speaker):(?:"([^"]*)"?|(\S+))/) { match in
      let name = (match.1 ?? match.2).map { String($0).trimmed } ?? ""
      if !name.isEmpty { speaker = name }
      return " "
    }
    return (speaker, words)
  }
}
