import AudioFileClient
import Foundation
import ImportCore
import MiddlewareHelpers
import ServerRouter
import SharedModels
import SharedSettings
import Sharing
import SpeechClient

extension UploadsMiddleware {
  /// Creates a memo from a complete upload. Identical audio returns the existing memo.
  func finish(
    _ id: UUID, _ upload: UploadDetails, at sound: URL, copy: URL? = nil
  ) async throws -> UploadDetails {
    var upload = upload
    // A client must not have a folder read or weights downloaded: the settings' model is used.
    if let model = upload.model, !(await speechClient.installedModels().contains(model)) {
      upload.model = nil
    }
    do {
      if let expected = upload.sha256 {
        let found = try await audioFile.checksum(copy ?? sound).sha256
        guard found == expected
        else {
          folder.remove(id)
          throw ServerProblem(
            .unprocessableContent, .checksumMismatch,
            detail: "the upload does not match the 'sha256' in its metadata: upload it again")
        }
      }
      let settings = SharedReader(.settings).wrappedValue
      let outcome = try await Importer()(
        sound, named: upload.fileName, details: upload.memoDetails,
        job: upload.jobRequest(settings))
      upload.memo = outcome.recording.id
      try folder.keep(upload, id: id)
      folder.removeSound(id)
      return upload
    } catch let error as AudioFileError {
      switch error {
      case .damaged, .empty, .notAudio, .noTrack:
        folder.remove(id)
        throw ServerProblem(error, named: upload.fileName)
      case .noSpace, .unsupported:
        throw ServerProblem(error, named: upload.fileName)
      case .changed, .destinationExists, .io, .isDirectory, .missing, .notRegularFile,
        .permissionDenied, .store:
        var problem = ServerProblem(
          .serviceUnavailable, .notStoredYet,
          detail: "the upload is complete but cannot be stored now: send its last byte again later")
        problem.cause = error.description
        throw problem
      }
    } catch let failure as ImportFailure {
      if case .idTaken = failure {
        folder.remove(id)
        throw ServerProblem(.conflict, .idAlreadyInUse, detail: failure.description)
      }
      throw ServerProblem(
        .serviceUnavailable, .libraryBusy,
        detail: "the library is being repaired: send the upload's last byte again later")
    }
  }

  func known(_ id: UUID) throws -> UploadDetails {
    guard let upload = try folder.upload(id)
    else {
      throw ServerProblem.notFound(
        "this library has no upload with that id: it may have expired; start a new one")
    }
    // The server may have stopped before it removed the audio.
    if upload.memo != nil { folder.removeSound(id) }
    return upload
  }
}
