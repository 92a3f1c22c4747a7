import DatabaseClient
import Dependencies
import SharedSettings
import Testing

struct LikelyLanguagesTests {
  private func found(
    _ languages: [String]? = nil, locale: String?
  ) async -> [String] {
    await withDependencies {
      if let languages { $0.database.languages = { languages } }
      $0.localeLanguage = locale
    } operation: {
      await LikelyLanguages().ofLibrary()
    }
  }

  @Test("The library's languages come before the locale's")
  func order() async {
    #expect(await found(["fr", "de"], locale: "en") == ["fr", "de", "en"])
    #expect(await found(["fr", "de"], locale: "de") == ["fr", "de"])
    #expect(await found([], locale: "de") == ["de"])
    #expect(await found(["fr"], locale: nil) == ["fr"])
    #expect(await found(locale: "de") == ["de"])
  }

  @Test("Without a readable library, the locale's language is likely")
  func unreadable() async {
    let found = await withDependencies {
      $0.database.languages = { throw DatabaseError.busy(path: "library.sqlite") }
      $0.localeLanguage = "de"
    } operation: {
      await LikelyLanguages().ofLibrary()
    }
    #expect(found == ["de"])
  }

  @Test(
    "The locale's language is that of its messages",
    arguments: [
      (["LANG": "de_DE.UTF-8"], "de"),
      (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR@euro"], "fr"),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "pt_BR.UTF-8", "LC_MESSAGES": "fr_FR"], "pt"),
      (["LANG": "de_DE.UTF-8", "LC_ALL": ""], "de"),
      (["LANG": "de.UTF-8"], "de"),
      (["LANG": "C.UTF-8"], nil),
      (["LANG": "POSIX"], nil),
      (["LANG": "xx_XX.UTF-8"], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func locale(environment: [String: String], expected: String?) {
    #expect(LikelyLanguages.localeLanguage(in: environment) == expected)
  }
}
