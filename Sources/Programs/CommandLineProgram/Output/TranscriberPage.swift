import Build
import Dependencies
import HTTPMessages
import MetricsMiddleware
import SpeechClient
import TranscriptionCore

struct TranscriberPage: Sendable {
  let metrics: TranscriptionMetrics

  @Dependency(\.build) private var build
  @Dependency(\.speechClient) private var speechClient

  init(metrics: TranscriptionMetrics) {
    self.metrics = metrics
  }

  func response(to request: HTTPRequest) -> HTTPResponse {
    guard [.get, .head].contains(request.method)
    else {
      return HTTPResponse(.methodNotAllowed, headers: ["Allow": "GET"], content: .bytes([]))
    }
    return switch request.path {
    case "/health": HTTPResponse(text: "ok\n")
    case "/metrics": page.response
    default: HTTPResponse(.notFound, text: "not found: use /metrics or /health\n")
    }
  }

  private var page: MetricsPage {
    let counts = metrics.counts
    var page = MetricsPage()
    page.add(build)
    page.add(engineStarts: speechClient.engineStartCount())
    page.begin(
      "speechmemo_transcripts_total", .counter,
      "Claimed jobs that completed, failed, or were returned to the queue.")
    for outcome in TranscriptionMetrics.Outcome.allCases {
      page.add(
        "speechmemo_transcripts_total", labels: [("outcome", outcome.rawValue)],
        Double(counts.outcomes[outcome] ?? 0))
    }
    page.add(speech: counts.speech)
    page.begin(
      "speechmemo_leases_lost_total", .counter,
      "Claimed jobs that were lost: the lease expired, or the job or its memo was deleted.")
    page.add("speechmemo_leases_lost_total", Double(counts.leasesLost))
    page.begin("speechmemo_transcriptions_running", .gauge, "Memos being transcribed now.")
    page.add("speechmemo_transcriptions_running", Double(counts.running))
    return page
  }
}
