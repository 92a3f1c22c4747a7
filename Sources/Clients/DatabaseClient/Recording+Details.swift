package import SharedModels

extension Recording {
  /// Takes over what a person says of a memo: its title, tags and favourite mark.
  package mutating func takeDetails(of other: Self) {
    title = other.title
    tags = other.tags
    isFavorite = other.isFavorite
  }
}
