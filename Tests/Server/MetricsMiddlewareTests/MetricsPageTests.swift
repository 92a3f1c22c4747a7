import HTTPMessages
import MetricsMiddleware
import Testing

struct MetricsPageTests {
  @Test("Each metric has its help and its type before its values")
  func text() {
    var page = MetricsPage()
    page.begin("jobs", .gauge, "How many there are.")
    page.add("jobs", labels: [("state", "queued"), ("kind", "a")], 3)
    page.begin("seconds_total", .counter, "How long it took.")
    page.add("seconds_total", 0.25)
    #expect(
      page.text == """
        # HELP jobs How many there are.
        # TYPE jobs gauge
        jobs{state="queued",kind="a"} 3
        # HELP seconds_total How long it took.
        # TYPE seconds_total counter
        seconds_total 0.25

        """)
    #expect(page.response.status == .ok)
    #expect(page.response.headers["Content-Type"]?.hasPrefix("text/plain; version=0.0.4") == true)
  }

  @Test(
    "Whole numbers are written without a fraction, as long as they are whole",
    arguments: [
      (0, "0"), (-2, "-2"), (1e14, "100000000000000"), (1e15, "1000000000000000.0"), (0.5, "0.5"),
    ])
  func numbers(value: Double, text: String) {
    var page = MetricsPage()
    page.add("a", value)
    #expect(page.text == "a \(text)\n")
  }
}
