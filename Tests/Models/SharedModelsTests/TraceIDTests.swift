import SharedModels
import Testing

struct TraceIDTests {
  private static let id = "4bf92f3577b34da6a3ce929d0e0e4736"

  @Test(
    "The ID of a 'traceparent' field is used, also of later versions",
    arguments: [
      "00-\(id)-00f067aa0ba902b7-01", "00-\(id)-00f067aa0ba902b7-00",
      "cc-\(id)-00f067aa0ba902b7-01-more", "01-\(id)-00f067aa0ba902b7-01",
    ])
  func valid(field: String) {
    #expect(TraceID(traceparent: field)?.description == Self.id)
  }

  @Test(
    "An invalid field is refused",
    arguments: [
      "", "00", id, "00-\(id)-00f067aa0ba902b7", "ff-\(id)-00f067aa0ba902b7-01",
      "00-\(id)-0000000000000000-01", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-\(id.uppercased())-00f067aa0ba902b7-01", "00-\(id)-00f067aa0ba902b7-01-more",
      "00-\(id)0-00f067aa0ba902b7-01", "0-\(id)-00f067aa0ba902b7-01",
      "00-\(id)-00f067aa0ba902b-01", "00-\(id)-00f067aa0ba902b7-1", " 00-\(id)-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
    ])
  func invalid(field: String) {
    #expect(TraceID(traceparent: field) == nil)
  }

  @Test("A written field parses to the same value")
  func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let id = TraceID.random(using: &generator)
      #expect(TraceID(id.description) == id)
      let field = id.traceparent(span: .random(in: 1 ... .max, using: &generator))
      #expect(TraceID(traceparent: field) == id)
    }
    #expect(
      TraceID(Self.id)?.traceparent(span: 7) == "00-\(Self.id)-0000000000000007-00")
  }
}
