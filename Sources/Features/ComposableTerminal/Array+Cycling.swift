extension Array where Element: Equatable {
  /// Returns the element `distance` places after this one. The first follows the last.
  public func cycled(from element: Element, by distance: Int) -> Element {
    guard !isEmpty
    else { return element }
    let index = (firstIndex(of: element) ?? 0) + distance
    return self[(index % count + count) % count]
  }
}
