import CustomDump
import Testing

/// Compares random values with changed copies: structures, objects of several classes, arrays,
/// dictionaries, sets, optionals and enums, nested, shared and in cycles.
@Suite("No difference hides a change")
struct DiffPropertyTests {
  @Test("Each leaf that differs is on a removed and on an inserted line", arguments: 0..<300)
  func leaves(seed: Int) {
    var generator = GraphGenerator(seed: seed)
    let before = generator.graph()
    let now = generator.changed(before)
    let changes = LeafChanges(from: before, to: now)

    let objects = GraphObjects(before)
    let kept = generator.keptObjects(from: before, to: now)
    let changedObjects = GraphObjects(now, keeping: kept, of: objects)
    defer {
      objects.breakCycles()
      changedObjects.breakCycles()
    }
    let text = diff(objects.value(before.root), changedObjects.value(now.root))

    #expect((text == nil) == changes.areEqual)
    let lines = (text ?? "").split(separator: "\n")
    let removed = lines.filter { $0.hasPrefix("-") }.joined(separator: "\n")
    let inserted = lines.filter { $0.hasPrefix("+") }.joined(separator: "\n")
    #expect(changes.lhs.leaves.filter { !removed.contains("\($0)") } == [], "\(text ?? "")")
    #expect(changes.rhs.leaves.filter { !inserted.contains("\($0)") } == [], "\(text ?? "")")
    #expect(
      changes.lhs.leavesOfObjects.isEmpty || removed.contains("(↩︎)")
        || changes.lhs.leavesOfObjects.allSatisfy { removed.contains("\($0)") }, "\(text ?? "")")
    #expect(
      changes.rhs.leavesOfObjects.isEmpty || inserted.contains("(↩︎)")
        || changes.rhs.leavesOfObjects.allSatisfy { inserted.contains("\($0)") }, "\(text ?? "")")
  }
}
