struct Cell: Hashable {
  /// A Unicode scalar, or ``clusters`` plus an index into the frame's clusters.
  var symbol: UInt32
  var width: UInt8
  var style: Style

  static let clusters: UInt32 = 0x110000
  static let space: UInt32 = 0x20

  static let blank = blank(.plain)

  static func blank(_ style: Style) -> Self {
    Self(symbol: space, width: 1, style: style)
  }

  static func rightHalf(_ style: Style) -> Self {
    Self(symbol: 0, width: 0, style: style)
  }

  var isCluster: Bool { symbol >= Self.clusters }
}
