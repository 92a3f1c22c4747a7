import DatabaseClient
public import Dependencies
import POSIX
import SharedModels

/// The languages to assume for speech that is too short or too unclear to detect one.
public struct LikelyLanguages: Sendable {
  @Dependency(\.database.languages) private var languages
  @Dependency(\.localeLanguage) private var localeLanguage

  public init() {}

  /// The library's languages, the most frequent first, then the locale's.
  public func ofLibrary() async -> [String] {
    let frequent = (try? await languages?()) ?? []
    return frequent + ofLocale.filter { !frequent.contains($0) }
  }

  public var ofLocale: [String] { localeLanguage.map { [$0] } ?? [] }

  /// The code of the user's language; `nil` for locales without one, such as `C.UTF-8`.
  public static func localeLanguage(in environment: [String: String]) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let code = locale.flatMap({ LanguageName.code(String($0.prefix { $0 != "." })) }),
      WhisperLanguages.codes.contains(code)
    else { return nil }
    return code
  }
}

private enum LocaleLanguageKey: DependencyKey {
  static let liveValue = LikelyLanguages.localeLanguage(in: ProcessText.environment)
  static let previewValue: String? = nil
  static let testValue: String? = nil
}

extension DependencyValues {
  public var localeLanguage: String? {
    get { self[LocaleLanguageKey.self] }
    set { self[LocaleLanguageKey.self] = newValue }
  }
}
