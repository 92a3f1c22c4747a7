import CasePaths
import Testing

/// The example that the module's page begins with.
@Suite("Documentation")
struct DocumentationTests {
  @CasePathable
  enum Media: Equatable {
    case photo(width: Int)
    case track(title: String)
  }

  @Test("CAS-01 CAS-07 the first example works")
  func firstExample() {
    var media = Media.track(title: "Intro")
    #expect(media.is(\.track))
    #expect(media[case: \.track] == "Intro")
    #expect(media[case: \.photo] == nil)
    media.modify(\.track) { $0 += "!" }
    #expect(media == Media.track(title: "Intro!"))

    let track: CaseKeyPath<Media, String> = \.track
    #expect(track("Outro") == Media.track(title: "Outro"))
    #expect(media.case == \.track)
  }
}
