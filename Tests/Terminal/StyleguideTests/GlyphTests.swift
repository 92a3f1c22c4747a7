import Styleguide
import Testing

struct GlyphTests {
  @Test("ASCII stands for Unicode column by column")
  func widths() {
    let pairs = zip(signs(.unicode), signs(.ascii))
    #expect(signs(.unicode).count > 20)
    for (unicode, ascii) in pairs {
      #expect(unicode.columns == 1 && ascii.columns == 1, "\(unicode) \(ascii)")
      #expect(ascii.isASCII)
    }
    #expect(Glyphs.unicode.wave.count == Glyphs.ascii.wave.count)
    #expect(Glyphs.unicode.progress.count == Glyphs.ascii.progress.count)
    #expect(Glyphs.unicode != .ascii)
  }

  @Test("Our own strings are drawn with the available glyphs in as many columns")
  func drawable() {
    let text = "←→↑↓ ★ only… 1.5× ‹›·•–✓✗▶■●‖"
    #expect(Glyphs.unicode.replacingUnsupported(text) == text)
    let ascii = Glyphs.ascii.replacingUnsupported(text)
    #expect(ascii == "<>^v * only~ 1.5x <>-*-xx>#o=")
    #expect(ascii.columns == text.columns)
    #expect(Glyphs.ascii.replacingUnsupported("plain") == "plain")
    #expect(Glyphs.ascii.replacingUnsupported("Zoë") == "Zoë", "what is no sign is left")
  }

  private func signs(_ glyphs: Glyphs) -> [Character] {
    let border = glyphs.border
    return [
      border.topLeft, border.topRight, border.bottomLeft, border.bottomRight, border.horizontal,
      border.vertical, glyphs.bullet, glyphs.checked, glyphs.chevron, glyphs.cross,
      glyphs.ellipsis, glyphs.arrows.left, glyphs.arrows.right, glyphs.pause, glyphs.play,
      glyphs.progressRest, glyphs.record, glyphs.scrollThumb, glyphs.scrollTrack, glyphs.star,
      glyphs.stop, glyphs.unchecked,
    ] + glyphs.progress + glyphs.wave
  }

  @Test(
    "Unicode is drawn if the locale and the terminal support it",
    arguments: [
      (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": ""], true),
      (["LANG": "en_US.UTF-8", "TERM": "linux"], false), ([:], false),
      (["LC_CTYPE": "ca_ES.UTF-8@valencia"], true),
    ] as [([String: String], Bool)])
  func suited(environment: [String: String], isUnicode: Bool) {
    #expect((Glyphs.supported(in: environment) == .unicode) == isUnicode)
  }

  @Test("A waveform is fitted into its room and loses no peak")
  func waveform() {
    let wave = Waveform(levels: [0, 0, 1, 0, 0.5, 0, .nan, 9])
    #expect(wave.columns(4) == [0, 1, 0.5, 1])
    #expect(wave.columns(16).count == 16)
    #expect(wave.columns(0) == [])
    #expect(wave.lines(width: 4, height: 1) == [" █▄█"])
    #expect(wave.lines(width: 4, height: 2) == [" █ █", " ███"])
    #expect(wave.lines(width: 4, height: 1, glyphs: .ascii) == [" #:#"])
    #expect(Waveform(levels: []).lines(width: 4, height: 1) == [""])
  }

  @Test(
    "A length has a short form",
    arguments: [
      (Duration.zero, "0 s"), (.seconds(45), "45 s"), (.seconds(754), "12 min"),
      (.seconds(3600), "1 h"), (.seconds(3_900), "1 h 5 min"), (.seconds(-4), "0 s"),
    ])
  func brief(duration: Duration, text: String) {
    #expect(duration.brief == text)
  }
}
