import ConcurrencyExtras

/// What one step on the way to a part of a shared value leads to, so that two ways can be compared.
struct PathStep: Hashable, Sendable {
  // Unchecked, because ids and key paths are never changed.
  private let base: UncheckedSendable<AnyHashable>
  let kind: Kind

  enum Kind: Hashable, Sendable {
    /// A stored property, which takes these bytes of the value.
    case stored(Range<Int>)
    /// A property whose value is worked out.
    case computed
    /// The element with an id.
    case element
    case unwrapped
    /// Not part of the value, but its loading and saving status.
    case status
  }

  private init(_ base: some Hashable, _ kind: Kind) {
    self.base = UncheckedSendable(AnyHashable(base))
    self.kind = kind
  }

  init<Parent>(property: PartialKeyPath<Parent>, size: Int) {
    if let offset = MemoryLayout<Parent>.offset(of: property) {
      self.init(property, .stored(offset..<(offset + size)))
    } else {
      self.init(property, .computed)
    }
  }

  init(element id: some Hashable) {
    self.init(id, .element)
  }

  init(function: ObjectIdentifier) {
    self.init(function, .computed)
  }

  init(status: SharedStatus.Part) {
    self.init(status, .status)
  }

  static let unwrapped = PathStep(0, .unwrapped)

  var isStatus: Bool { kind == .status }

  /// Whether what this step leads to stays in its place while it is changed. A collection may take
  /// an element out and put it back, and so may an accessor.
  fileprivate var isModifiedInPlace: Bool {
    switch kind {
    case .stored, .unwrapped, .status: true
    case .computed, .element: false
    }
  }

  /// Whether a change at this step can be visible at the other step, which is a different one.
  func mayAffect(_ other: PathStep) -> Bool {
    switch (kind, other.kind) {
    case (_, .status), (.status, _): false
    case (.element, .element): false
    case (.stored(let bytes), .stored(let others)): bytes.overlaps(others)
    default: true
    }
  }
}

extension [PathStep] {
  /// Whether what another path leads to may be missing something while what this one leads to is
  /// changed.
  func displaces(_ other: [PathStep]) -> Bool {
    for (index, step) in enumerated() {
      let isWhole = index == other.count
      if isWhole || step != other[index] {
        return (isWhole || step.mayAffect(other[index]))
          && self[index...].contains { !$0.isModifiedInPlace }
      }
      if !step.isModifiedInPlace { return true }
    }
    return false
  }
}
