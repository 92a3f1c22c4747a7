import HTTPMessages
import PrometheusText
import TranscriptionCore

/// What a transcriber shows of itself by HTTP: how it is doing, and nothing of any memo.
struct TranscriberPage: Sendable {
  let metrics: TranscriptionMetrics

  func response(to request: HTTPRequest) -> HTTPResponse {
    guard [.get, .head].contains(request.method)
    else {
      return HTTPResponse(.methodNotAllowed, headers: ["Allow": "GET"], content: .bytes([]))
    }
    return switch request.path {
    case "/health": HTTPResponse(text: "ok\n")
    case "/metrics": page.response
    default: HTTPResponse(.notFound, text: "there is /metrics here, and /health\n")
    }
  }

  private var page: MetricsPage {
    let counts = metrics.counts
    var page = MetricsPage()
    page.begin(
      "speechmemo_transcripts_total", .counter,
      "Transcripts that were made, could not be, or were put back.")
    for outcome in TranscriptionMetrics.Outcome.allCases {
      page.add(
        "speechmemo_transcripts_total", labels: [("outcome", outcome.rawValue)],
        Double(counts.outcomes[outcome] ?? 0))
    }
    page.begin(
      "speechmemo_speech_seconds_total", .counter, "How much sound the transcripts reach over.")
    page.add("speechmemo_speech_seconds_total", counts.speech / .seconds(1))
    page.begin(
      "speechmemo_leases_lost_total", .counter,
      "Memos that were another's, or gone, when something was to be kept of them.")
    page.add("speechmemo_leases_lost_total", Double(counts.leasesLost))
    page.begin("speechmemo_transcriptions_running", .gauge, "Memos that are worked on just now.")
    page.add("speechmemo_transcriptions_running", Double(counts.running))
    return page
  }
}
