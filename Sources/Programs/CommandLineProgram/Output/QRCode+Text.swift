extension QRCode {
  /// Half blocks, dark on light in any color scheme, with the quiet zone that phones need.
  var lines: [String] {
    stride(from: -2, to: width + 2, by: 2).map { row in
      let squares = (-2..<width + 2).map { column in
        switch (self[row, column], self[row + 1, column]) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\u{1b}[30;107m\(squares.joined())\u{1b}[0m"
    }
  }
}
