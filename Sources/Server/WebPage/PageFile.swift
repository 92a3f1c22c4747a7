struct PageFile: Sendable {
  let bytes: [UInt8]
  let mediaType: String
}

extension WebPage {
  static let files: [String: PageFile] = [
    "app.js": script(PackageResources.app_js),
    "api.js": script(PackageResources.api_js),
    "dialogs.js": script(PackageResources.dialogs_js),
    "elements.js": script(PackageResources.elements_js),
    "events.js": script(PackageResources.events_js),
    "icon.svg": PageFile(bytes: PackageResources.icon_svg, mediaType: "image/svg+xml"),
    "index.html": page(PackageResources.index_html),
    "library.js": script(PackageResources.library_js),
    "live.js": script(PackageResources.live_js),
    "manifest.webmanifest": PageFile(
      bytes: PackageResources.manifest_webmanifest, mediaType: "application/manifest+json"),
    "memo.js": script(PackageResources.memo_js),
    "outbox.js": script(PackageResources.outbox_js),
    "phone.js": script(PackageResources.phone_js),
    "player.js": script(PackageResources.player_js),
    "qr-code.js": script(PackageResources.qr_code_js),
    "recorder-worklet.js": script(PackageResources.recorder_worklet_js),
    "recorder.js": script(PackageResources.recorder_js),
    "recording.js": script(PackageResources.recording_js),
    "row.js": script(PackageResources.row_js),
    "search.js": script(PackageResources.search_js),
    "shared.html": page(PackageResources.shared_html),
    "shared.js": script(PackageResources.shared_js),
    "sign-in.js": script(PackageResources.sign_in_js),
    "speakers.js": script(PackageResources.speakers_js),
    "style.css": PageFile(
      bytes: PackageResources.style_css, mediaType: "text/css; charset=utf-8"),
    "texts.js": script(PackageResources.texts_js),
    "transcript.js": script(PackageResources.transcript_js),
    "uploads.js": script(PackageResources.uploads_js),
    "worker.js": script(PackageResources.worker_js),
  ]

  private static func page(_ bytes: [UInt8]) -> PageFile {
    PageFile(bytes: bytes, mediaType: "text/html; charset=utf-8")
  }

  private static func script(_ bytes: [UInt8]) -> PageFile {
    PageFile(bytes: bytes, mediaType: "text/javascript; charset=utf-8")
  }
}
