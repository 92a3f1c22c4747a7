public import CasePaths
import Dependencies
public import IdentifiedCollections
import IssueReporting

/// The screens of a navigation stack, from the first that was pushed to the one on top.
///
/// ```swift
/// @ObservableState
/// struct State {
///   var path = StackState<Path.State>()
/// }
/// // …
/// state.path.append(.detail(Detail.State(memo: memo)))
/// ```
///
/// It is a collection of its elements, and each element has an id from the moment it is added until
/// it is removed. Elements can be reached by position or by id; finding one by id takes constant
/// time. Changing an element happens in place.
///
/// Two stacks are equal when they have equal elements with the same ids in the same order.
public struct StackState<Element> {
  /// The ids of the elements, in the order of the stack. Constant time.
  public private(set) var ids: OrderedSet<StackElementID>

  // Optional so that an element can be changed in place as an `Element?`. Outside of an access,
  // none is `nil`.
  @usableFromInline var storage: ContiguousArray<Element?>

  /// Another number after elements came or went. Not a part of the value.
  private(set) var structure: UInt64

  /// Another number after elements were replaced by others under their ids. Not a part of the
  /// value.
  private(set) var lineage: UInt64

  /// The elements and the structure when the stack's reducer last ran; no structure if it has not
  /// run yet. Not part of the value.
  private var mounted: OrderedSet<StackElementID>
  private var mountedStructure: UInt64?

  /// A stack without elements.
  public init() {
    ids = []
    storage = []
    mounted = []
    structure = 0
    lineage = 0
  }

  /// A stack of these elements, the last of them on top. They get new ids.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
    noteReplacement()
  }

  /// The element with an id, or `nil` if no element has it.
  ///
  /// Assigning `nil` removes the element. Assigning a value to an unknown id reports an issue and
  /// changes nothing, since the stack generates ids. In a test it pushes the element with that id,
  /// because a test knows the ids to expect.
  public subscript(id id: StackElementID) -> Element? {
    get { element(id) }
    set { assign(newValue, to: id) }
    _modify {
      guard let index = ids.firstIndex(of: id)
      else {
        var missing: Element?
        yield &missing
        assign(missing, to: id)
        return
      }
      defer { if storage[index] == nil { closeGap(at: index) } }
      yield &storage[index]
    }
  }

  /// The value of a case of the element with an id, or `nil` without one or in another case.
  ///
  /// Assigning `nil` removes the element. To change an element that is in another case, or is not
  /// there, is reported as an issue, also in an optional chain, and changes nothing.
  public subscript<Value>(
    id id: StackElementID, case path: CaseKeyPath<Element, Value>
  ) -> Value? {
    get { self[id: id, path: AnyCasePath(path)] }
    set { self[id: id, path: AnyCasePath(path)] = newValue }
    _modify { yield &self[id: id, path: AnyCasePath(path)] }
  }

  subscript<Value>(id id: StackElementID, path path: AnyCasePath<Element, Value>) -> Value? {
    get { self[id: id].flatMap(path.extract(from:)) }
    set {
      guard let index = ids.firstIndex(of: id)
      else { return reportMissing(id) }
      guard self[index: index, path] != nil
      else { return reportCase(id, Value.self) }
      self[id: id] = newValue.map(path.embed)
    }
    _modify {
      let index = ids.firstIndex(of: id)
      guard let index, self[index: index, path] != nil
      else {
        var missing: Value?
        yield &missing
        return index == nil ? reportMissing(id) : reportCase(id, Value.self)
      }
      let identity = StateIdentity<Element>.make()
      let before = identity.begin(&storage[index]!)
      var value = self[index: index, path]
      // The element is moved out, so that the caller has the only reference.
      storage[index] = nil
      defer {
        if let value {
          storage[index] = path.embed(value)
          if identity.replacement(&storage[index]!, since: before) != .nothing {
            noteReplacement()
          }
        } else {
          closeGap(at: index)
        }
      }
      yield &value
    }
  }

  private subscript<Value>(index index: Int, path: AnyCasePath<Element, Value>) -> Value? {
    storage[index].flatMap(path.extract(from:))
  }

  func element(_ id: StackElementID) -> Element? {
    ids.firstIndex(of: id).flatMap { storage[$0] }
  }

  mutating func assign(_ element: Element?, to id: StackElementID) {
    guard let index = ids.firstIndex(of: id)
    else {
      guard let element
      else { return }
      // A test knows the ids of a feature's elements and uses them in its expectations.
      return isTesting ? push(element, id: id) : reportMissing(id)
    }
    storage[index] = element
    if element == nil { closeGap(at: index) } else { noteReplacement() }
  }

  /// The position of an element, `nil` if its id is not on the stack.
  @usableFromInline
  func index(of id: StackElementID) -> Int? {
    ids.firstIndex(of: id)
  }

  /// Removes an element and all elements above it. Does nothing if the id is not on the stack.
  public mutating func pop(from id: StackElementID) {
    guard let index = ids.firstIndex(of: id)
    else { return }
    removeSubrange(index...)
  }

  /// Removes all elements above an element. Does nothing if the id is not on the stack.
  public mutating func pop(to id: StackElementID) {
    guard let index = ids.firstIndex(of: id)
    else { return }
    removeSubrange((index + 1)...)
  }

  /// Puts an element on top under an id that is not on the stack yet.
  @usableFromInline
  mutating func push(_ element: Element, id: StackElementID) {
    ids.append(id)
    storage.append(element)
    noteStructure()
  }

  mutating func replace(_ range: Range<Int>, with elements: some Collection<Element>) {
    @Dependency(\.stackElementID) var stackElementID
    guard !(range.isEmpty && elements.isEmpty)
    else { return }
    storage.replaceSubrange(range, with: elements.lazy.map { $0 })
    ids.removeSubrange(range)
    for offset in 0..<elements.count {
      ids.insert(stackElementID.next(), at: range.lowerBound + offset)
    }
    noteStructure()
  }

  /// Changes an element in place, if present.
  @inlinable
  mutating func withElement(
    _ id: StackElementID, _ identity: StateIdentity<Element>, _ body: (inout Element) -> Void
  ) {
    guard let index = index(of: id), storage[index] != nil
    else { return }
    var isReplaced = false
    identity.watch(&storage[index]!, &isReplaced, body)
    if isReplaced { noteReplacement() }
  }

  /// The elements that may have effects, for ``noteMounted(since:)``.
  @usableFromInline var mount: StackMount {
    StackMount(ids: mounted, mountedStructure: mountedStructure, structure: structure)
  }

  /// Whether no elements were added or removed since `mount` was taken, or before.
  @usableFromInline
  func isUnchanged(since mount: StackMount) -> Bool {
    structure == mount.structure && structure == mount.mountedStructure
  }

  /// Notes the current elements.
  ///
  /// - Returns: The elements removed since the last call.
  mutating func noteMounted(since mount: StackMount) -> [StackElementID] {
    mounted = ids
    mountedStructure = structure
    return mount.ids.elements.filter { !ids.contains($0) }
  }

  mutating func closeGap(at index: Int) {
    storage.remove(at: index)
    ids.remove(at: index)
    noteStructure()
  }

  private mutating func noteStructure() {
    structure = nextNumber()
  }

  /// Notes that an element has been replaced.
  @usableFromInline
  mutating func noteReplacement() {
    lineage = nextNumber()
  }

  func reportMissing(_ id: StackElementID) {
    reportIssue(
      """
      Can't change the element '\(id.debugDescription)' of a '\(Self.self)': it has no element \
      with that id, so nothing was changed. Append the element: the stack gives it an id.
      """)
  }

  private func reportCase(_ id: StackElementID, _ value: Any.Type) {
    reportIssue(
      """
      Can't change the case that holds a '\(value)' in the element '\(id.debugDescription)' of a \
      '\(Self.self)': it is in another case, so nothing was changed.
      """)
  }
}

extension StackState: Sendable where Element: Sendable {}

/// The elements when the stack's reducer last ran. Read before the reducer runs, since a stack that
/// was assigned as a whole does not have its former elements.
@usableFromInline
struct StackMount {
  fileprivate let ids: OrderedSet<StackElementID>
  fileprivate let mountedStructure: UInt64?
  fileprivate let structure: UInt64

  /// Whether the reducer sees the stack for the first time. Its predecessor is unknown.
  var isNew: Bool { mountedStructure == nil }
}
