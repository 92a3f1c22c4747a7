public import Build

extension MetricsPage {
  public mutating func add(_ build: Build) {
    begin("speechmemo_build_info", .gauge, "The program's version, as a label of the value 1.")
    add("speechmemo_build_info", labels: [("version", "\(build.version)")], 1)
  }

  public mutating func add(engineStarts count: Int) {
    begin("speechmemo_engine_starts_total", .counter, "Processes of the speech engine started.")
    add("speechmemo_engine_starts_total", Double(count))
  }

  public mutating func add(speech: Duration) {
    begin("speechmemo_speech_seconds_total", .counter, "Seconds of audio transcribed.")
    add("speechmemo_speech_seconds_total", speech / .seconds(1))
  }
}

extension MetricsPage {
  /// Adds the requests. Those that are to be expected are 0 before the first one.
  mutating func add(_ counts: UsageMetrics.Counts) {
    let zeros = DocumentedRoutes.requests.map { ($0, 0) }
    let requests = counts.requests.merging(zeros) { count, _ in count }.sorted {
      ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
    }
    let name = "speechmemo_http_requests_total"
    begin(
      name, .counter, "HTTP requests answered. Status 499: the client left before the response.")
    for (request, count) in requests {
      add(
        name,
        labels: [
          ("route", request.route), ("method", request.method), ("status", "\(request.status)"),
        ], Double(count))
    }
    begin(
      "speechmemo_http_request_duration_seconds", .histogram,
      "Time until the response was ready to send.")
    for route in DocumentedRoutes.names.sorted() {
      add(counts.latencies[route] ?? UsageMetrics.Latency(), of: route)
    }
  }

  private mutating func add(_ latency: UsageMetrics.Latency, of route: String) {
    var total = 0
    for (bucket, bound) in zip(latency.buckets, UsageMetrics.bounds.map { "\($0)" } + ["+Inf"]) {
      total += bucket
      add(
        "speechmemo_http_request_duration_seconds_bucket",
        labels: [("route", route), ("le", bound)], Double(total))
    }
    add(
      "speechmemo_http_request_duration_seconds_sum", labels: [("route", route)], latency.seconds)
    add(
      "speechmemo_http_request_duration_seconds_count", labels: [("route", route)], Double(total))
  }
}
