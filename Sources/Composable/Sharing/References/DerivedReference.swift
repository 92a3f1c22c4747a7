/// A part of a shared value.
final class DerivedReference<Step: Projection>: Reference<Step.Value>, @unchecked Sendable {
  // Unchecked for the superclass; this class adds immutable state only.
  private let parent: Reference<Step.Parent>
  private let step: Step

  init(_ parent: Reference<Step.Parent>, _ step: Step) {
    self.parent = parent
    self.step = step
    super.init(core: parent.core)
  }

  override var copy: Reference<Step.Value> { DerivedReference(parent, step) }
  override var detached: Reference<Step.Value> { DerivedReference(parent.detached, step) }
  override var description: String { parent.description + step.suffix }

  override func value(at place: ValueLocation) -> Step.Value {
    parent.read(place) { step.value(in: $0) }
  }

  override func read<R>(_ place: ValueLocation, _ body: (UnsafePointer<Step.Value>) -> R) -> R {
    parent.read(place) { withUnsafePointer(to: step.value(in: $0), body) }
  }

  override func modify<R, Failure: Error>(
    _ place: ValueLocation, _ body: (UnsafeMutablePointer<Step.Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try parent.modify(place) { (parent) throws(Failure) -> R in try step.modify(parent, body) }
  }

  override func appendSteps(to path: inout [any ErasedProjection]) {
    parent.appendSteps(to: &path)
    path.append(TypedProjection(step))
  }
}
