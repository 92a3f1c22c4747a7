import SharedModels
import Testing

struct LanguageNameTests {
  @Test(
    "A language is recognized by its code or its English name",
    arguments: [
      ("en", "en"), ("EN", "en"), ("en-US", "en"), ("english", "en"), ("German", "de"),
      ("pt-BR", "pt"), ("zh_CN", "zh"),
      ("chinese", "zh"), ("yue", "yue"), ("unknown", nil), ("", nil), ("e\u{1b}", nil),
    ])
  func language(name: String, code: String?) {
    #expect(LanguageName.code(name) == code)
  }

  @Test("Other text is kept, and an empty one is none")
  func normalized() {
    #expect(LanguageName.normalized("English") == "en")
    #expect(LanguageName.normalized("auto") == "auto")
    #expect(LanguageName.normalized("") == nil)
  }
}
