package import SharedModels

extension Recording {
  package mutating func takeDetails(of other: Self) {
    title = other.title
    tags = other.tags
    isFavorite = other.isFavorite
  }
}
