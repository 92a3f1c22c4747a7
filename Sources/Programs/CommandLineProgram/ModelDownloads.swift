import Dependencies
import SharedModels
import SharedSettings
import SpeechClient
import Styleguide
import TerminalClient

struct ModelDownloads {
  @Dependency(\.isRemote) private var isRemote
  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.terminal) private var terminal

  func note(_ models: [String?]) async {
    let names = Set(models.compactMap(\.self)).filter { !Setting.isFolder($0) }
    guard !names.isEmpty, !isRemote, terminal.variable("HF_HUB_OFFLINE") == nil
    else { return }
    let status = await speechClient.engineStatus()
    guard status.failure == nil, status.server == nil
    else { return }
    for name in names.sorted() {
      let known = status.models.first { $0.name == name }
      if let known, !known.isInstalled {
        let size = known.byteCount.map { ", \($0.fileSize)" } ?? ""
        terminal.note("Downloading the model '\(name.printable)'\(size)")
      } else if known == nil, name.contains("/") {
        terminal.note("The model '\(name.printable)' is downloaded if this machine lacks it")
      }
    }
  }
}
