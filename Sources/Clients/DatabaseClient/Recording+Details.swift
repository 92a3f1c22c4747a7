package import SharedModels

extension Recording {
  package mutating func copyDetails(from other: Self) {
    title = other.title
    tags = other.tags
    isFavorite = other.isFavorite
  }
}
