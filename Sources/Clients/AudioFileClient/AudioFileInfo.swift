public import Foundation
public import SharedModels

/// What an audio file holds, by its content.
public struct AudioFileInfo: Codable, Equatable, Sendable {
  /// Size on disk, in bytes.
  public var byteCount: Int64
  /// How many channels it has.
  public var channelCount: Int
  /// When it was recorded, as the file itself says; `nil` where it does not say it to the minute.
  public var creationDate: Date?
  /// The length that the file claims, where that is not the length it has.
  public var declaredDuration: Duration?
  /// The length of the audio that is really there.
  public var duration: Duration
  /// Its kind.
  public var format: AudioFormat
  /// Whether the file ends before its audio does: a copy or a recording that was cut off. What is
  /// there can be decoded.
  public var isTruncated: Bool
  /// Frames per second, in hertz.
  public var sampleRate: Int

  /// Creates a value from its properties.
  public init(
    byteCount: Int64,
    channelCount: Int,
    creationDate: Date? = nil,
    declaredDuration: Duration? = nil,
    duration: Duration,
    format: AudioFormat,
    isTruncated: Bool = false,
    sampleRate: Int
  ) {
    self.byteCount = byteCount
    self.channelCount = channelCount
    self.creationDate = creationDate
    self.declaredDuration = declaredDuration
    self.duration = duration
    self.format = format
    self.isTruncated = isTruncated
    self.sampleRate = sampleRate
  }
}
