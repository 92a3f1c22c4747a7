import Synchronization

/// The identity of a state value. Modifying the value in place keeps it, and assigning another
/// value changes it.
public struct ObservableStateID: Hashable, Sendable {
  private var number: UInt64
  private var tag: UInt64

  private init(number: UInt64, tag: UInt64 = 0) {
    self.number = number
    self.tag = tag
  }

  /// An identity that no other value has.
  public init() {
    self.init(number: nextNumber())
  }

  /// The identity of a collection.
  ///
  /// - Parameters:
  ///   - structure: Changes when elements are added, removed, moved or replaced.
  ///   - lineage: Changes when elements are replaced.
  init(structure: UInt64, lineage: UInt64) {
    self.init(number: structure, tag: lineage)
  }

  /// Whether the elements of a collection are those of another, but for what came, went and moved.
  func hasElements(of other: Self) -> Bool {
    tag == other.tag
  }

  /// The identity of a case without a payload, which cannot change.
  public static let _$inert = Self(number: 0)

  /// The identity of a value that cannot be distinguished from others: never the same twice.
  public static var _$volatile: Self { Self() }

  /// The identity of a value, for the payload of an enum's case.
  public static func _$id<State: ObservableState>(for state: State) -> Self {
    state._$id
  }

  /// A value without an identity counts as a new value each time.
  @_disfavoredOverload
  public static func _$id<Value>(for value: Value) -> Self {
    if let state = value as? any ObservableState { return state._$id }
    return ._$volatile
  }

  /// This identity, in the case with a number.
  public func _$tag(_ tag: Int) -> Self {
    Self(number: number, tag: self.tag &* 1_000_003 &+ UInt64(tag) &+ 1)
  }
}

/// A number that was not given out before.
func nextNumber() -> UInt64 {
  numbers.wrappingAdd(1, ordering: .relaxed).newValue
}

private let numbers = Atomic<UInt64>(0)
