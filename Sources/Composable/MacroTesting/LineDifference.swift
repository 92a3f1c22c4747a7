/// All lines of both texts in order, those only in `old` after a minus sign and those only in
/// `new` after a plus sign.
func lineDifference(from old: String, to new: String) -> String {
  let (old, new) = (lines(of: old), lines(of: new))
  let difference = new.difference(from: old)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in difference {
    switch change {
    case .insert(let offset, _, _): inserted.insert(offset)
    case .remove(let offset, _, _): removed.insert(offset)
    }
  }
  var output: [String] = []
  var (o, n) = (0, 0)
  while o < old.count || n < new.count {
    if o < old.count, removed.contains(o) {
      output.append("− \(old[o])")
      o += 1
    } else if n < new.count, inserted.contains(n) {
      output.append("+ \(new[n])")
      n += 1
    } else {
      output.append("  \(new[n])")
      o += 1
      n += 1
    }
  }
  return output.joined(separator: "\n")
}

func lines(of text: String) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false)
}
