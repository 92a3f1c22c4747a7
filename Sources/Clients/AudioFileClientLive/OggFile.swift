/// The streams of an Ogg file. libsndfile reads the first only, and joins audio across gaps.
struct OggFile {
  static let hint = "its parts have different codecs; convert each to FLAC"

  private(set) var hasGap = false
  private(set) var hasSeveralCodecs = false
  private(set) var isChained = false

  var isReadByLibsndfile: Bool { !hasGap && !isChained }

  init(_ file: borrowing InputFile, _ cancellation: CancellationSignal) throws {
    var clock: OggClock?
    var codecs: Set<[UInt8]> = []
    var isStart = true
    var place: Int? = 0
    while let start = place, let page = try OggPage(file, at: start) {
      try cancellation.check()
      if page.isFirst, isStart {
        codecs.insert(page.codec)
        clock = clock ?? OggClock(page)
      } else if page.isFirst {
        isChained = true
        hasSeveralCodecs = hasSeveralCodecs || !codecs.contains(page.codec)
      } else if isStart, codecs.isEmpty {
        return
      } else {
        isStart = false
        clock?.add(page)
      }
      place =
        page.isFollowedByPage
        ? start + page.byteCount
        : try file.firstPlace(
          of: OggPage.mark, from: start + OggPage.mark.count, cancellation)
    }
    hasGap = clock?.hasGap ?? false
  }
}
