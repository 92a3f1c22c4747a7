import AudioFileClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
import ServerRouter
public import SharedModels

extension AudioMiddleware {
  /// Returns at most `count` columns. Decodes the whole file unless the client has the response.
  public func peaks(
    of id: Recording.ID, count: Int, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard PeaksValue.counts.contains(count)
    else {
      let (least, most) = (PeaksValue.counts.lowerBound, PeaksValue.counts.upperBound)
      throw ServerProblem.invalidRequest("'count' must be from \(least) to \(most)")
    }
    let memo = try await database.memo(id)
    let sound = memo.audio.sha256.isEmpty ? "\(id)" : memo.audio.sha256
    let track = try await database.transcription(of: id)?.settings.track
    let tag = EntityTag(of: Array("peaks 2 \(sound) \(track ?? 0) \(count)".utf8))
    if request.knows(tag) {
      return HTTPResponse(.notModified, headers: ["ETag": tag.description])
    }
    let peaks: [Peak]
    do {
      peaks = try await audioFile.peaks(
        of: folder.audioFile(named: memo.audio.fileName).audioTrack(track), count: count)
    } catch AudioFileError.missing {
      throw ServerProblem.noAudio
    } catch let error as AudioFileError {
      throw ServerProblem(error, named: memo.audioName)
    }
    var response = try HTTPResponse.json(
      PeaksValue(
        duration: memo.duration.secondsToMillisecond, max: peaks.map { $0.max.column },
        min: peaks.map { $0.min.column }, rms: peaks.map { $0.rms.column }))
    response.headers["ETag"] = tag.description
    return response
  }
}

extension ServerProblem {
  static let noAudio = Self(
    .notFound, .noAudio,
    detail: "the memo's audio is missing from the library: run 'speechmemo verify' on the server")
}

extension Recording {
  /// For problems: files are named by ids, which mean nothing to clients.
  var audioName: String { title.isEmpty ? "the memo's audio" : "the audio of '\(title)'" }
}

extension Float {
  /// From −127 to 127. Files may hold samples beyond full scale, or NaN.
  fileprivate var column: Int {
    isNaN ? 0 : Int((Swift.min(Swift.max(self, -1), 1) * 127).rounded())
  }
}
