import Foundation
import LibraryFolder

/// A file or folder of the program, for the manual and `docs/configuration.md`.
struct DataFile {
  let path: String
  let help: String

  static let all: [Self] = {
    let library = LibraryFolder(root: URL(fileURLWithPath: "/"))
    func inLibrary(_ file: URL, _ help: String) -> Self {
      Self(path: "LIBRARY\(file.path)\(file.hasDirectoryPath ? "/" : "")", help: help)
    }
    return [
      inLibrary(library.database, "Memos, transcripts, words, jobs and tokens (SQLite)."),
      inLibrary(
        library.audio, "One file per memo: the imported bytes unchanged, or the recorded FLAC."),
      inLibrary(
        library.memos, "The title, date and tags of each memo, for 'recover' without a database."),
      inLibrary(library.drafts, "Unfinished recordings and downloads."),
      inLibrary(library.uploads, "Unfinished uploads."),
      inLibrary(library.settings, "The settings, except the webhook."),
      inLibrary(library.webhookSecret, "The secret that signs webhooks."),
      inLibrary(library.unsavedTexts, "Text typed in the app but not saved yet."),
      inLibrary(library.filters, "The filters saved in the app."),
      inLibrary(library.navigation, "The screens that were open in the app."),
      inLibrary(library.listPlace, "The selected memo and the sort order in the app."),
      inLibrary(
        library.crashes, "The ten newest crash reports: function names, nothing from memos."),
      inLibrary(library.deleting, "The names of audio that is being deleted, for 'recover'."),
      inLibrary(library.moving, "Memos that 'move' or 'migrate' is transferring."),
      Self(
        path: "~/.config/speechmemo/keys",
        help: "Your own keys for the app, one per line, such as f2 = r."),
      Self(
        path: "~/.config/speechmemo/tokens/SERVER",
        help: "The token for --server SERVER. Make it readable only by you."),
    ]
  }()
}
