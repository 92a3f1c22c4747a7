public import Foundation
public import SharedModels

public struct AudioFileInfo: Codable, Equatable, Sendable {
  public var byteCount: Int64
  public var channelCount: Int
  /// The recording time from the file's metadata; `nil` unless it is precise to the minute.
  public var creationDate: Date?
  /// The length that the header claims, if it differs from `duration`.
  public var declaredDuration: Duration?
  public var duration: Duration
  public var format: AudioFormat
  public var isTruncated: Bool
  public var sampleRate: Int
  /// The audio track that was read, counted from 1; `nil` for a file with a single one.
  public var track: Int?

  public init(
    byteCount: Int64,
    channelCount: Int,
    creationDate: Date? = nil,
    declaredDuration: Duration? = nil,
    duration: Duration,
    format: AudioFormat,
    isTruncated: Bool = false,
    sampleRate: Int,
    track: Int? = nil
  ) {
    self.byteCount = byteCount
    self.channelCount = channelCount
    self.creationDate = creationDate
    self.declaredDuration = declaredDuration
    self.duration = duration
    self.format = format
    self.isTruncated = isTruncated
    self.sampleRate = sampleRate
    self.track = track
  }
}
