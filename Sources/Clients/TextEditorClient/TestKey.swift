public import Dependencies
import Foundation

extension TextEditorClient: TestDependencyKey {
  public static let testValue = Self()

  public static var previewValue: Self { .simulated { $0 } }

  public static func simulated(_ edit: @escaping @Sendable (String) -> String) -> Self {
    Self(
      close: {},
      command: { "vi" },
      discard: { _ in },
      open: { EditedText(file: URL(fileURLWithPath: "/tmp/memo.txt"), text: edit($0)) },
      saves: { AsyncStream { $0.finish() } })
  }
}
