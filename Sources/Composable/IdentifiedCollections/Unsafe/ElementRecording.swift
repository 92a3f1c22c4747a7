import RuntimeInternals

// Observers of many elements must find the changed ones. Comparing all would take longer for larger
// arrays, and keeping the old array would make the change copy it. The array therefore records
// changes on request.

/// Notes which elements of an array are changed on this thread, in the array and in copies of it.
package class ElementRecording {
  fileprivate let number = _nextStructureNumber()
  private let outer: ElementRecording?

  /// Begins. Recordings of one thread end in the opposite order.
  fileprivate init() {
    outer = Self.current
    Self.current = self
  }

  /// Ends, on the thread on which it began. Its notes stay.
  package func end() {
    Self.current = outer
  }

  fileprivate static func current(_ number: UInt64) -> ElementRecording? {
    var recording = current
    while let known = recording, known.number != number { recording = known.outer }
    return recording
  }

  /// The recording that has begun last on this thread.
  private static var current: ElementRecording? {
    get { innermost.value }
    set { innermost.value = newValue }
  }

  // It does not keep the recording alive: its owner does until it ends.
  private static let innermost = ThreadLocal<ElementRecording>()
}

/// The notes of a recording: the earlier elements.
private final class ElementsBefore<ID: Hashable, Element>: ElementRecording {
  /// An inner `nil` for an element that was added.
  var elements: [ID: Element?] = [:]
}

/// A collection that reports which of its elements have changed.
package protocol _RecordsElementChanges {
  /// Begins to note changes of elements.
  mutating func _startRecording() -> ElementRecording

  /// Calls the closure for each element that has or may have changed, with its old and new value:
  /// both are pointers to an `Element?`.
  ///
  /// - Returns: `false` if unknown, because another collection was assigned.
  func _forEachChange(
    in recording: ElementRecording,
    _ body: (_ id: AnyHashable, _ before: UnsafeRawPointer, _ after: UnsafeRawPointer) -> Void
  ) -> Bool
}

extension IdentifiedArray: _RecordsElementChanges {
  package mutating func _startRecording() -> ElementRecording {
    let recording = ElementsBefore<ID, Element>()
    _recordingNumber = recording.number
    return recording
  }

  package func _forEachChange(
    in recording: ElementRecording,
    _ body: (_ id: AnyHashable, _ before: UnsafeRawPointer, _ after: UnsafeRawPointer) -> Void
  ) -> Bool {
    guard _recordingNumber == recording.number,
      let recording = recording as? ElementsBefore<ID, Element>
    else { return false }
    for (id, before) in recording.elements {
      withUnsafePointer(to: before) { before in
        withUnsafePointer(to: self[id: id]) { after in
          body(AnyHashable(id), UnsafeRawPointer(before), UnsafeRawPointer(after))
        }
      }
    }
    return true
  }

  /// Notes that the element at the index is about to change or go.
  @inlinable
  @inline(__always)
  mutating func _willChange(at index: Int) {
    if _recordingNumber != 0, index >= 0 { _record(_ids[index], _elements[index]) }
  }

  /// Notes that an element with a new id is about to be added.
  @inlinable
  @inline(__always)
  mutating func _willAdd(_ id: ID) {
    if _recordingNumber != 0 { _record(id, nil) }
  }

  @usableFromInline
  @inline(never)
  mutating func _record(_ id: ID, _ element: Element?) {
    guard
      let recording = ElementRecording.current(_recordingNumber) as? ElementsBefore<ID, Element>
    else {
      // A copy on another thread, or a stale one.
      _recordingNumber = 0
      return
    }
    if recording.elements.index(forKey: id) == nil {
      recording.elements.updateValue(element, forKey: id)
    }
  }
}
