import Dependencies
import ImportCore
import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import WyomingProtocol

/// The models for clients. The engine is asked once, and again after a problem: clients don't wait.
public actor WyomingModels {
  private var asking: Task<SpeechEngineStatus, Never>?

  @Dependency(\.speechClient) private var speechClient

  public init() {}

  public func prepare() { _ = asked() }

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

  /// Only listed models: a client must not have a file read or weights downloaded.
  func request(
    _ asked: WyomingRequest.Transcribe
  ) async throws(WyomingProblem) -> JobRequest {
    @SharedReader(.settings) var settings
    var model: String?
    if let name = asked.model {
      let names = names(await status())
      guard names.contains(name)
      else { throw .unknownModel(name) }
      model = name == names.first ? nil : name
    }
    let vocabulary = (settings.vocabulary + asked.vocabulary).joined(separator: ", ")
    return JobRequest(
      model: model, quality: .fast,
      settings: TranscriptionSettings(
        beamSize: 1, language: asked.language.flatMap(LanguageName.normalized),
        vocabulary: vocabulary.isEmpty ? nil : vocabulary)
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

  private func names(_ status: SpeechEngineStatus) -> [String] {
    @SharedReader(.settings) var settings
    let first = settings.model?.split(separator: "/").last.map(String.init) ?? status.model
    let installed = status.models.filter(\.isInstalled).map(\.name)
    return (first.map { [$0] } ?? []) + installed.filter { $0 != first }
  }

  private static func languages(of model: String) -> [String] {
    model.hasSuffix(".en") ? ["en"] : Setting.whisperLanguages
  }
}
