import ComposableArchitecture
import ComposableTerminal
import Foundation
import SharedModels

extension AlertState where Action == ExportFeature.Action.Alert {
  static func replace(_ places: [URL]) -> Self {
    let name = places.first?.lastPathComponent ?? ""
    return question(
      places.count == 1 ? "Replace this file?" : "Replace \(places.count.counted("file"))?",
      places.count == 1
        ? "'\(name)' already exists in that folder."
        : "'\(name)' and \((places.count - 1).grouped) more already exist in that folder.",
      "Replace", role: .destructive, action: .replaceButtonTapped)
  }
}
