import AudioFileClient
import Dependencies
public import HTTPMessages
import ImportCore
import LibraryFolder
import MiddlewareHelpers
import MultipartForm
import ServerRouter
import SharedModels
import SharedSettings
import Sharing
import SpeechClient

extension UploadsMiddleware {
  /// Creates a memo from a form in one request. Identical audio returns the existing memo.
  public func receive(_ request: HTTPRequest) async throws -> HTTPResponse {
    let form: MemoForm
    do {
      try LibraryFolder.make(library.root)
      form = try await MemoForm(request, folder: library.root)
    } catch let error as MultipartError {
      throw ServerProblem.invalidRequest(error.description)
    }
    let details = form.details
    let job = try await job(for: details)
    do {
      let outcome = try await Importer()(
        form.file.url, named: details.fileName, details: details.memoDetails, job: job)
      var status = HTTPStatus.created
      if case .alreadyExists = outcome { status = .ok }
      var response = try HTTPResponse.json(outcome.recording, status)
      response.headers["Location"] = "/api/memos/\(outcome.recording.id.text)"
      return response
    } catch let error as AudioFileError {
      switch error {
      case .damaged, .empty, .noSpace, .noTrack, .notAudio, .unsupported:
        throw ServerProblem(error, named: details.fileName)
      case .changed, .destinationExists, .io, .isDirectory, .missing, .notRegularFile,
        .permissionDenied, .store:
        var problem = ServerProblem(
          .serviceUnavailable, .notStored,
          detail: "the audio cannot be stored now: send the form again later")
        problem.cause = error.description
        throw problem
      }
    } catch is ImportFailure {
      throw ServerProblem(
        .serviceUnavailable, .libraryBusy,
        detail: "the library is being repaired: send the form again later")
    }
  }

  /// Only installed models: a client must not have a folder read or weights downloaded.
  private func job(for details: UploadDetails) async throws -> JobRequest? {
    let settings = SharedReader(.settings).wrappedValue
    guard let job = details.jobRequest(settings)
    else { return nil }
    if let model = details.model, model != settings.model {
      let models = await speechClient.installedModels()
      guard models.contains(model)
      else {
        throw ServerProblem.invalidField(
          "model",
          models.isEmpty
            ? "names a model, but this server has none: run 'speechmemo models add' there"
            : "must be one of \(models.joined(separator: ", "))")
      }
    }
    @Dependency(\.settingsStore) var settingsStore
    // Other machines transcribe the libraries of a database, with models of their own.
    if let language = job.settings.language, details.language != nil, settingsStore == nil,
      let model = await speechClient.engineStatus().model(job.model, lacking: language)
    {
      throw ServerProblem.invalidField(
        "language",
        """
        is '\(language)', which the model '\(model.name)' does not support: use \
        \(model.languages.joined(separator: ", ")), or another model
        """)
    }
    return job
  }
}
