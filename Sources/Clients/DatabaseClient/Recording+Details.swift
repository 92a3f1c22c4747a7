package import SharedModels

extension Recording {
  /// Keeps a memo's first date as the original one, so that a restore finds changed dates.
  package mutating func copyDetails(from other: Self) {
    title = other.title
    if date != other.date { provenance.originalDate = provenance.originalDate ?? date }
    date = other.date
    tags = other.tags
    isFavorite = other.isFavorite
  }
}
