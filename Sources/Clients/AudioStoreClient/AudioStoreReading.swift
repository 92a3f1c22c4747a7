public struct AudioStoreReading: Sendable {
  public var bytes: AudioStoreBytes
  public var entry: AudioStoreEntry
  public var range: Range<Int64>

  public init(_ entry: AudioStoreEntry, range: Range<Int64>, bytes: AudioStoreBytes) {
    self.bytes = bytes
    self.entry = entry
    self.range = range
  }
}
