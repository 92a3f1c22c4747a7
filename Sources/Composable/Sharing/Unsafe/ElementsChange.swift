import IdentifiedCollections

/// A change of a collection with observed elements in a shared value.
///
/// The collection notes which elements it changes: only these are looked at, however many there are.
struct ElementsChange {
  private let node: ObservationNode
  private let pointer: UnsafeMutableRawPointer
  private let type: any _RecordsElementChanges.Type
  private var recording: ElementRecording?

  /// - Parameters:
  ///   - node: That of the collection.
  ///   - path: The path from the root value to the collection.
  ///   - value: The root value.
  /// - Returns: `nil` if the collection does not note changes, or is not stored in the value.
  init?(_ node: ObservationNode, at path: [PathStep], in value: UnsafeRawPointer) {
    guard let type = node.elements.first?.value.projection?.recordingCollection
    else { return nil }
    var offset = 0
    for step in path {
      guard case .stored(let bytes) = step.kind
      else { return nil }
      offset += bytes.lowerBound
    }
    self.node = node
    self.type = type
    pointer = UnsafeMutableRawPointer(mutating: value) + offset
  }

  /// Makes the collection note changes. The core's lock is held.
  mutating func begin() {
    recording = type.startRecording(at: pointer)
  }

  /// Ends noting, and returns the tokens of changed elements. The core's lock is held.
  ///
  /// Where another collection was assigned, all elements count as changed: keeping the old one to
  /// compare it would have made every change copy it.
  func end(_ observers: ObservationTree) -> [ObservationToken] {
    guard let recording
    else { return [] }
    recording.end()
    var changed: [ObservationToken] = []
    let isKnown = type.forEachChange(in: recording, at: pointer) { id, before, after in
      let element = observers.withRoot { _ in node.elements[PathStep(element: id)].map(Part.init) }
      element?.addChanged(before, after, to: &changed)
    }
    if isKnown { return changed }
    return observers.withRoot { _ in node.elements.values.flatMap(\.allTokens) }
  }

  /// An observed part of an element, or one on the path to such parts, with the parts below.
  private struct Part {
    let projection: (any ErasedProjection)?
    let token: ObservationToken?
    let parts: [Part]

    init(_ node: ObservationNode) {
      projection = node.projection
      token = node.token
      parts = node.parts.values.map(Part.init) + node.elements.values.map(Part.init)
    }

    /// Compares the part, and those below it, before and after the change.
    func addChanged(
      _ before: UnsafeRawPointer, _ after: UnsafeRawPointer, to changed: inout [ObservationToken]
    ) {
      guard let projection
      else { return }
      if let token, projection.differ(before, after) { changed.append(token) }
      for part in parts {
        part.projection?.read(before) { before in
          part.projection?.read(after) { after in part.addChanged(before, after, to: &changed) }
        }
      }
    }
  }
}

extension _RecordsElementChanges {
  fileprivate static func startRecording(at pointer: UnsafeMutableRawPointer) -> ElementRecording {
    pointer.assumingMemoryBound(to: Self.self).pointee._startRecording()
  }

  fileprivate static func forEachChange(
    in recording: ElementRecording, at pointer: UnsafeMutableRawPointer,
    _ body: (_ id: AnyHashable, _ before: UnsafeRawPointer, _ after: UnsafeRawPointer) -> Void
  ) -> Bool {
    pointer.assumingMemoryBound(to: Self.self).pointee._forEachChange(in: recording, body)
  }
}
