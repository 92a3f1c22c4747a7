import AudioFileClient
import Foundation
import ImportCore
import MiddlewareHelpers
import ServerRouter
import SharedModels
import SharedSettings
import Sharing
import SpeechClient

/// What becomes of an upload of which all has come.
extension UploadsMiddleware {
  /// Makes a memo of what has come. The same bytes are the same memo.
  ///
  /// - Parameters:
  ///   - sound: Where it is.
  ///   - copy: A file of this machine that has the same, if there is one beside.
  func finish(
    _ id: UUID, _ upload: UploadDetails, at sound: URL, copy: URL? = nil
  ) async throws -> UploadDetails {
    var upload = upload
    // A client cannot have a folder of its choice read, or weights fetched: what is not here is left
    // to the library's settings, so that the memo comes in all the same.
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
            .unprocessableContent, "Checksum mismatch",
            detail: "the upload does not match the 'sha256' in its metadata: upload it again")
        }
      }
      let settings = SharedReader(.settings).wrappedValue
      let outcome = try await Importer()(
        sound, named: upload.fileName, details: upload.memoDetails,
        job: upload.jobRequest(settings))
      switch outcome {
      case .added(let memo, _), .alreadyThere(let memo): upload.memo = memo.id
      }
      try folder.keep(upload, id: id)
      folder.removeSound(id)
      return upload
    } catch let error as AudioFileError {
      switch error {
      case .damaged, .empty, .notAudio:
        // It will be no sound at the next try either.
        folder.remove(id)
        throw ServerProblem(error, named: upload.fileName)
      case .noSpace, .unsupported:
        throw ServerProblem(error, named: upload.fileName)
      case .changed, .destinationExists, .io, .isDirectory, .missing, .notRegularFile,
        .permissionDenied, .store:
        var problem = ServerProblem(
          .serviceUnavailable, "Not stored yet",
          detail: "the upload is complete but cannot be stored now: ask for its status again later")
        problem.cause = error.description
        throw problem
      }
    } catch let failure as ImportFailure {
      if case .idTaken = failure {
        folder.remove(id)
        throw ServerProblem(.conflict, "ID already in use", detail: failure.description)
      }
      throw ServerProblem(
        .serviceUnavailable, "Library busy",
        detail: "the library is being repaired: ask for the upload's status again later")
    }
  }

  func known(_ id: UUID) throws -> UploadDetails {
    guard let upload = try folder.upload(id)
    else {
      throw ServerProblem(
        .notFound, "Not found",
        detail: "this library has no upload with that id: it may have expired; start a new one")
    }
    // The server may have ended between telling of the memo and here.
    if upload.memo != nil { folder.removeSound(id) }
    return upload
  }
}
