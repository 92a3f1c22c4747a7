import Dependencies
import ImportCore
import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import WyomingProtocol

/// The weights that clients may choose, by the names that they are told.
///
/// The engine is asked once, since clients wait for an answer only a moment, and again as long as
/// something is wrong with it.
public actor WyomingModels {
  private var asking: Task<SpeechEngineStatus, Never>?

  @Dependency(\.speechClient) private var speechClient

  public init() {}

  /// Begins to ask the engine, so that the first client need not wait for its start.
  public func prepare() { _ = asked() }

  /// What clients are told.
  func program() async -> WyomingProgram {
    let status = await status()
    let maker = status.engine?.name ?? ""
    return WyomingProgram(
      name: "speechmemo", description: "Speech to text on this machine",
      version: status.engine?.version,
      models: status.failure == nil
        ? names(status).map { name in
          WyomingProgram.Model(
            name: name, maker: maker, version: status.engine?.version,
            languages: Self.languages(of: name))
        } : [])
  }

  /// What an engine is to be told: what a client asks for, and where it asks for nothing, what the
  /// settings do.
  ///
  /// - Throws: ``WyomingProblem/unknownModel(_:)``: a client cannot have a file of its choice read, or
  ///   weights fetched.
  func request(
    _ asked: WyomingRequest.Transcribe
  ) async throws(WyomingProblem) -> JobRequest {
    @SharedReader(.settings) var settings
    var model: String?
    if let name = asked.model {
      let names = names(await status())
      guard names.contains(name)
      else { throw .unknownModel(name) }
      // The first one is the default, of which the settings may tell the folder.
      model = name == names.first ? nil : name
    }
    let vocabulary = (settings.vocabulary + asked.vocabulary).joined(separator: ", ")
    // Clients may tell a region, too.
    let language = asked.language?.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return JobRequest(
      model: model,
      settings: TranscriptionSettings(
        beamSize: 1, language: language, vocabulary: vocabulary.isEmpty ? nil : vocabulary)
    ).completed(by: settings)
  }

  private func status() async -> SpeechEngineStatus {
    let task = asked()
    let status = await task.value
    if status.failure != nil, asking == task { asking = nil }
    return status
  }

  private func asked() -> Task<SpeechEngineStatus, Never> {
    let task = asking ?? Task { [speechClient] in await speechClient.engineStatus() }
    asking = task
    return task
  }

  /// The default first.
  private func names(_ status: SpeechEngineStatus) -> [String] {
    @SharedReader(.settings) var settings
    let first = settings.model?.split(separator: "/").last.map(String.init) ?? status.model
    let installed = status.models.filter(\.isInstalled).map(\.name)
    return (first.map { [$0] } ?? []) + installed.filter { $0 != first }
  }

  private static func languages(of model: String) -> [String] {
    model.hasSuffix(".en")
      ? ["en"] : Setting.languageCodes.filter { $0 != JobRequest.anyLanguage }
  }
}
