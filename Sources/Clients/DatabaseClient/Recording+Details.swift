package import SharedModels

extension Recording {
  package mutating func copyDetails(from other: Self) {
    title = other.title
    date = other.date
    tags = other.tags
    isFavorite = other.isFavorite
  }
}
