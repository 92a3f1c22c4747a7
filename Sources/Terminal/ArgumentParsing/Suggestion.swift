func closest(to word: String, in known: [String]) -> String? {
  let word = word.lowercased()
  if word.count >= 2, let longer = known.first(where: { $0.hasPrefix(word) }) { return longer }
  return known.map { (name: $0, editDistance: editDistance(word, $0.lowercased())) }
    .filter {
      $0.editDistance <= max(1, min($0.name.count, word.count) / 3)
        && $0.editDistance < $0.name.count
    }
    .min { $0.editDistance < $1.editDistance }?
    .name
}

/// The edit distance, where swapping adjacent letters counts as one edit.
func editDistance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left), Array(right))
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      var cost = min(
        previous[column + 1] + 1,
        current[column] + 1,
        previous[column] + (left[row] == right[column] ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[right.count]
}
