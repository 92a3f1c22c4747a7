import CasePaths
import Testing

/// Names of `AnyCasePath` that have a better spelling today.
@Suite("Deprecated names")
struct DeprecatedNamesTests {
  @Test("CAS-01 a constant path extracts its value from nothing")
  @available(*, deprecated)
  func constant() {
    let path = AnyCasePath.constant(42)
    #expect(path.extract(from: ()) == 42)
    #expect(type(of: path.embed(42)) == Void.self)
  }

  @Test("CAS-02 the path of Never extracts nothing")
  @available(*, deprecated)
  func never() {
    #expect(AnyCasePath.never.extract(from: 42) == nil)
  }

  @Test("CAS-01 raw values and descriptions are embedded values")
  @available(*, deprecated)
  func representations() {
    #expect(AnyCasePath<String, Format>.rawValue.extract(from: "json") == .json)
    #expect(AnyCasePath<String, Format>.rawValue.extract(from: "xml") == nil)
    #expect(AnyCasePath.rawValue.embed(Format.text) == "text")
    #expect(AnyCasePath<String, Int>.description.extract(from: "42") == 42)
    #expect(AnyCasePath<String, Int>.description.extract(from: "x") == nil)
    #expect(AnyCasePath.description.embed(42) == "42")
  }

  @Test("CAS-01 a path is made of a case, with a payload or without")
  @available(*, deprecated)
  func cases() {
    #expect(AnyCasePath.case(Change.renamed).extract(from: .renamed("a")) == "a")
    #expect(AnyCasePath.case(Change.renamed).extract(from: .deleted) == nil)
    #expect(AnyCasePath.case(Change.deleted).extract(from: .deleted) != nil)
    #expect(AnyCasePath.case(Change.deleted).extract(from: .renamed("a")) == nil)
    #expect(AnyCasePath(Change.deleted).extract(from: .deleted) != nil)
    #expect(AnyCasePath(Change.deleted).embed(()).isDeleted)
  }

  @Test("CAS-01 the path of a type is the identity, and an optional has one to its value")
  @available(*, deprecated)
  func identity() {
    #expect(AnyCasePath(Int.self).extract(from: 42) == 42)
    #expect(AnyCasePath(Int.self).embed(42) == 42)
    #expect((/.self).extract(from: 42) == 42)
    #expect((/.some).extract(from: Optional(42)) == 42)
  }

  @Test("CAS-01 the free functions extract a case's payload")
  @available(*, deprecated)
  func extraction() {
    #expect(extract(case: Change.renamed, from: .renamed("a")) == "a")
    #expect(extract(case: Change.renamed, from: Change?.some(.renamed("a"))) == "a")
    #expect(extract(case: Change.renamed, from: Change?.some(.deleted)) == nil)
    let changes: [Change] = [.renamed("a"), .deleted]
    #expect(changes.compactMap(extract(Change.renamed)) == ["a"])
  }

  @Test("CAS-01 a path describes its types")
  @available(*, deprecated)
  func description() {
    #expect("\(AnyCasePath<String, Int>.description)" == "AnyCasePath<String, Int>")
  }
}

private enum Change {
  case deleted
  case renamed(String)

  var isDeleted: Bool { if case .deleted = self { true } else { false } }
}

private enum Format: String {
  case json
  case text
}
