import SharedModels
import URLRouting

let queueRoutes = OneOf<QueueRoute> {
  Route(\QueueRoute.Cases.claim, .post) {
    "claims"
    body(ClaimRequest.self)
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
    body(TitleChange.self)
  }
  Route(\ClaimedJobRoute.Cases.audio, .get) { "audio" }
  Route(\ClaimedJobRoute.Cases.segments, .get) { "segments" }
  Route(\ClaimedJobRoute.Cases.append, .post) {
    "segments"
    body(SegmentsToKeep.self)
  }
  Route(\ClaimedJobRoute.Cases.renew, .post) { "lease" }
  Route(\ClaimedJobRoute.Cases.end, .post) {
    "end"
    body(JobEnd.self)
  }
}
