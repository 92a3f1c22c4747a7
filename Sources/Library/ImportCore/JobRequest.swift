public import DatabaseClient
import Dependencies
import FileStorage
public import Foundation
import POSIX
public import SharedModels
public import SharedSettings
import Sharing

public struct JobRequest: Equatable, Sendable {
  public var model: String?
  /// Overrides the beam size, also that of the settings.
  public var quality: TranscriptionQuality?
  public var settings: TranscriptionSettings

  public init(
    model: String? = nil, quality: TranscriptionQuality? = nil,
    settings: TranscriptionSettings = TranscriptionSettings(beamSize: 1)
  ) {
    self.model = model
    self.quality = quality
    self.settings = settings
  }

  public init(_ settings: Settings) {
    self.init(model: settings.model, settings: settings.transcription)
  }

  public static var fromSettings: JobRequest {
    @SharedReader(.settings) var settings
    return JobRequest(settings)
  }

  /// Detects the language, whatever the settings say.
  public static let anyLanguage = "auto"

  public func completed(by settings: Settings) -> JobRequest {
    let usual = JobRequest(settings)
    var request = self
    request.model = model ?? usual.model
    request.quality = nil
    request.settings.beamSize =
      quality?.beamSize ?? max(self.settings.beamSize, usual.settings.beamSize)
    request.settings.language =
      self.settings.language == Self.anyLanguage
      ? nil : self.settings.language ?? usual.settings.language
    request.settings.languages =
      request.settings.language == nil
      ? self.settings.languages ?? (settings.languages.isEmpty ? nil : settings.languages) : nil
    request.settings.speakers =
      self.settings.channels == true ? nil : self.settings.speakers ?? usual.settings.speakers
    // Only the library decides whether voices are kept.
    request.settings.speakers?.keepsVoices = usual.settings.speakers?.keepsVoices ?? false
    request.settings.vocabulary = self.settings.vocabulary ?? usual.settings.vocabulary
    return request
  }

  /// Makes a model folder's path absolute: the job may run from another current folder.
  public static func model(_ text: String) -> String {
    let path = XDGFolders().url(of: text).path
    return isFolder(path) ? path : text
  }

  public func job(for recording: Recording.ID, id: UUID, at date: Date) -> TranscriptionJob {
    @Dependency(\.trace) var trace
    return TranscriptionJob(
      id: TranscriptionJob.ID(id), recordingID: recording, createdAt: date, model: model,
      settings: settings, trace: trace)
  }
}
