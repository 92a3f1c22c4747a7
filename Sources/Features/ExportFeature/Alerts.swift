import ComposableArchitecture
import Foundation
import SharedModels

extension AlertState where Action == ExportFeature.Action.Alert {
  static func replace(_ places: [URL]) -> Self {
    let name = places.first?.lastPathComponent ?? ""
    return Self {
      TextState(
        places.count == 1 ? "Replace this file?" : "Replace \(places.count.counted("file"))?")
    } actions: {
      ButtonState(role: .destructive, action: .replaceButtonTapped) {
        TextState("Replace")
      }
      ButtonState(role: .cancel) {
        TextState("Cancel")
      }
    } message: {
      TextState(
        places.count == 1
          ? "'\(name)' already exists in that folder."
          : "'\(name)' and \((places.count - 1).grouped) more already exist in that folder.")
    }
  }
}
