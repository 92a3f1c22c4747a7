import SharedModels
import URLRouting

let queueRoutes = OneOf<QueueRoute> {
  Route(\QueueRoute.Cases.claim, .post) {
    "claims"
    JSONBody(ClaimRequest.self)
  }
  Route(\QueueRoute.Cases.news, .get) { "news" }
  Route(\QueueRoute.Cases.job) {
    ClaimProofParser()
    claimedJob
  }
}

private let claimedJob = OneOf<ClaimedJobRoute> {
  Route(\ClaimedJobRoute.Cases.memo, .get) { "memo" }
  Route(\ClaimedJobRoute.Cases.setTitle, .patch) {
    "memo"
    JSONBody(TitleChange.self)
  }
  Route(\ClaimedJobRoute.Cases.audio, .get) { "audio" }
  Route(\ClaimedJobRoute.Cases.segments, .get) { "segments" }
  Route(\ClaimedJobRoute.Cases.append, .post) {
    "segments"
    JSONBody(SegmentsToKeep.self, encoder: .speechMemo, decoder: .speechMemo)
  }
  Route(\ClaimedJobRoute.Cases.renew, .post) { "lease" }
  Route(\ClaimedJobRoute.Cases.end, .post) {
    "end"
    JSONBody(JobEnd.self, encoder: .speechMemo, decoder: .speechMemo)
  }
}
