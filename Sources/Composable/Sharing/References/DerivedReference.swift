/// A part of a shared value.
final class DerivedReference<Step: Projection>: Reference<Step.Value>, @unchecked Sendable {
  private let parent: Reference<Step.Parent>
  private let step: Step

  init(_ parent: Reference<Step.Parent>, _ step: Step) {
    self.parent = parent
    self.step = step
    super.init(core: parent.core)
  }

  override func value(at place: ValuePlace) -> Step.Value {
    parent.borrow(place) { step.value(in: $0) }
  }

  override func borrow<R>(_ place: ValuePlace, _ body: (UnsafePointer<Step.Value>) -> R) -> R {
    parent.borrow(place) { withUnsafePointer(to: step.value(in: $0), body) }
  }

  override func lend<R, Failure: Error>(
    _ place: ValuePlace, _ body: (UnsafeMutablePointer<Step.Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try parent.lend(place) { (parent) throws(Failure) -> R in try step.lend(parent, body) }
  }

  override func appendSteps(to path: inout [AnyProjection]) {
    parent.appendSteps(to: &path)
    path.append(TypedProjection(step))
  }
}
