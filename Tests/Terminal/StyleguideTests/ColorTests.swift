import Foundation
import Styleguide
import Testing

struct ColorTests {
  @Test(
    "The environment sets the number of colors",
    arguments: [
      (["TERM": "xterm-256color"], .palette), (["TERM": "xterm"], .basic),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .full), (["TERM": "dumb"], .none),
      (["TERM": "xterm-direct"], .full), (["TERM": "vt100"], .none), ([:], .none),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
      (["TERM": "screen", "NO_COLOR": ""], .basic),
    ] as [([String: String], ColorDepth)])
  func depth(environment: [String: String], depth: ColorDepth) {
    #expect(ColorDepth(environment: environment) == depth)
  }

  @Test("A color becomes the nearest available one")
  func reduction() {
    #expect(Color.rgb(255, 0, 0).reduced(to: .palette) == .palette(196))
    #expect(Color.rgb(128, 128, 128).reduced(to: .palette) == .palette(244))
    #expect(Color.rgb(255, 255, 255).reduced(to: .palette) == .palette(231))
    #expect(Color.rgb(255, 80, 70).reduced(to: .basic) == .palette(9))
    #expect(Color.rgb(0, 90, 0).reduced(to: .basic) == .palette(2))
    #expect(Color.rgb(10, 10, 10).reduced(to: .basic) == .palette(0))
    #expect(Color.palette(196).reduced(to: .basic) == .palette(9))
    #expect(Color.palette(3).reduced(to: .basic) == .palette(3))
    #expect(Color.rgb(1, 2, 3).reduced(to: .none) == .standard)
    #expect(Color.rgb(1, 2, 3).reduced(to: .full) == .rgb(1, 2, 3))
  }

  @Test("Each role's text can be read on its theme's background and in a selected row")
  func contrast() throws {
    for theme in [Theme.dark, .light] {
      for role in Color.Role.allCases where ![.selection, .spoken, .spokenText].contains(role) {
        let color = theme.color(for: role, depth: .full)
        #expect(
          ratio(color, theme.isDark ? .rgb(30, 30, 30) : .rgb(255, 255, 255)) >= 4.5, "\(role)")
        let selection = theme.color(for: .selection, depth: .full)
        #expect(ratio(color, selection) >= 4.5, "\(role) in a selected row")
      }
      let spoken = (
        theme.color(for: .spokenText, depth: .full), theme.color(for: .spoken, depth: .full)
      )
      #expect(ratio(spoken.0, spoken.1) >= 4.5)
    }
  }

  /// The contrast of two colors, from 1 to 21, as the guidelines for the web define it.
  private func ratio(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  private func luminance(_ color: Color) -> Double {
    guard case .rgb(let red, let green, let blue) = color.kind
    else { return 0 }
    func linear(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  @Test("With 16 colors, all roles but two have one; with more, all have one; without, none")
  func roles() {
    for theme in [Theme.dark, .light] {
      for role in Color.Role.allCases {
        for depth in [ColorDepth.palette, .full] {
          #expect(theme.color(for: role, depth: depth) != .standard)
        }
        let isPlain = [.faint, .selection].contains(role)
        #expect((theme.color(for: role, depth: .basic) == .standard) == isPlain)
        #expect(theme.color(for: role, depth: .none) == .standard)
      }
    }
    for (index, role) in Color.Role.allCases.enumerated() {
      #expect(Int(role.rawValue) == index, "renderers look roles up by number")
    }
  }

  @Test("The environment may set the background")
  func theme() {
    #expect(Theme(environment: ["COLORFGBG": "0;15"]) == .light)
    #expect(Theme(environment: ["COLORFGBG": "15;default;0"]) == .dark)
    #expect(Theme(environment: [:]) == .dark)
  }

  @Test("A color keeps its components")
  func kinds() {
    #expect(Color.palette(200).kind == .palette(200))
    #expect(Color.rgb(1, 2, 3).kind == .rgb(red: 1, green: 2, blue: 3))
    #expect(Color.role(.wrong).kind == .role(.wrong))
    #expect(Color.standard.kind == .standard)
  }
}
