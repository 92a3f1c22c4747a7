import MiddlewareHelpers

struct PageFile {
  let bytes: [UInt8]
  let compressed: [UInt8]?
  let mediaType: String
  let tag: EntityTag

  init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    compressed = gzip(bytes)
    mediaType = Self.mediaType(of: name)
    tag = EntityTag(of: bytes)
  }

  private static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "html": "text/html; charset=utf-8"
    case "svg": "image/svg+xml"
    case "webmanifest": "application/manifest+json"
    default: "text/javascript; charset=utf-8"
    }
  }
}

extension WebPage {
  /// The scripts that browsers load. Other modules are parts of the first two.
  private static let bundles = ["app.js", "shared.js"]
  private static let scripts = bundles + ["recorder-worklet.js", "worker.js"]

  static let files: [String: PageFile] = {
    let names = sources.keys.filter { !$0.hasSuffix(".js") || scripts.contains($0) }
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        let bytes =
          bundles.contains(name)
          ? Array(ModuleBundle.text(of: name, source: text).utf8) : sources[name] ?? []
        return (name, PageFile(bytes, name: name))
      })
  }()

  private static func text(of name: String) -> String? {
    sources[name].map { String(decoding: $0, as: UTF8.self) }
  }

  private static let sources: [String: [UInt8]] = [
    "access.js": PackageResources.access_js,
    "address.js": PackageResources.address_js,
    "api.js": PackageResources.api_js,
    "app.js": PackageResources.app_js,
    "changes.js": PackageResources.changes_js,
    "dialogs.js": PackageResources.dialogs_js,
    "drafts.js": PackageResources.drafts_js,
    "elements.js": PackageResources.elements_js,
    "events.js": PackageResources.events_js,
    "exports.js": PackageResources.exports_js,
    "filters.js": PackageResources.filters_js,
    "fresh.js": PackageResources.fresh_js,
    "history.js": PackageResources.history_js,
    "icon.svg": PackageResources.icon_svg,
    "index.html": PackageResources.index_html,
    "keys.js": PackageResources.keys_js,
    "layout.js": PackageResources.layout_js,
    "library.js": PackageResources.library_js,
    "links.js": PackageResources.links_js,
    "live.js": PackageResources.live_js,
    "manifest.webmanifest": PackageResources.manifest_webmanifest,
    "media.js": PackageResources.media_js,
    "memo.js": PackageResources.memo_js,
    "memos.js": PackageResources.memos_js,
    "message.js": PackageResources.message_js,
    "order.js": PackageResources.order_js,
    "outbox.js": PackageResources.outbox_js,
    "phone.js": PackageResources.phone_js,
    "player.js": PackageResources.player_js,
    "playing.js": PackageResources.playing_js,
    "positions.js": PackageResources.positions_js,
    "qr-code.js": PackageResources.qr_code_js,
    "question.js": PackageResources.question_js,
    "recorder-worklet.js": PackageResources.recorder_worklet_js,
    "recorder.js": PackageResources.recorder_js,
    "recording.js": PackageResources.recording_js,
    "row.js": PackageResources.row_js,
    "rows.js": PackageResources.rows_js,
    "search.js": PackageResources.search_js,
    "selection.js": PackageResources.selection_js,
    "shared.html": PackageResources.shared_html,
    "shared.js": PackageResources.shared_js,
    "sign-in.js": PackageResources.sign_in_js,
    "speakers.js": PackageResources.speakers_js,
    "style.css": PackageResources.style_css,
    "tags.js": PackageResources.tags_js,
    "texts.js": PackageResources.texts_js,
    "title.js": PackageResources.title_js,
    "transcribing.js": PackageResources.transcribing_js,
    "transcript.js": PackageResources.transcript_js,
    "tus.js": PackageResources.tus_js,
    "unsent.js": PackageResources.unsent_js,
    "uploads.js": PackageResources.uploads_js,
    "watch.js": PackageResources.watch_js,
    "wav.js": PackageResources.wav_js,
    "worker.js": PackageResources.worker_js,
  ]
}
