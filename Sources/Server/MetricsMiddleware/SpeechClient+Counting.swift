public import SpeechClient

extension SpeechClient {
  /// Adds the audio that this client transcribes, except live text.
  public func counted(by metrics: [UsageMetrics]) -> Self {
    var client = self
    client.transcribe = { [transcribe] request in
      boundedStream { emit in
        var reached = request.startingAt
        for try await event in transcribe(request) {
          if let end = event.segments.last?.end, end > reached {
            for metrics in metrics { metrics.add(speech: end - reached) }
            reached = end
          }
          await emit(event)
        }
      }
    }
    return client
  }
}
