import ArgumentParsing

/// The commands for microphone and loudspeaker.
extension CommandTable {
  static let record: Command = {
    let device = Parameter<String?>.option(
      "device", placeholder: "ID", help: "Record from it; 'speechmemo devices' lists them.")
    let limit = Parameter<Duration?>.option(
      "seconds", help: "End after so much sound.",
      check: { $0 > .zero ? nil : "must be more than nothing" })
    let title = Parameter<String?>.option(
      "title", placeholder: "TITLE", help: "The memo's title, in place of the date.")
    let transcript = Parameter.toggle(
      "transcript", default: true, help: "Show what is said, and make a transcript at the end.")
    return Command(
      "record", summary: "Record a memo from a microphone",
      discussion: """
        Ctrl-C, or q on a terminal, ends the recording and makes a memo of it; the space bar \
        pauses. What was recorded is on the disk at every moment: after a crash the next \
        recording, or 'speechmemo recover', makes a memo of it, at most a second short.
        """,
      options: [device, limit, title, transcript] + RequestOptions.engine + [json]
    ) { arguments in
      try await RecordCommand(
        device: arguments[device], json: arguments[json], limit: arguments[limit],
        request: RequestOptions.request(arguments), title: arguments[title],
        wantsTranscript: arguments[transcript]
      ).run()
      return .done
    }
  }()

  static let devices = Command(
    "devices", summary: "List what can be recorded from and played to", options: [json]
  ) { arguments in
    try await DevicesCommand(json: arguments[json]).run()
    return .done
  }
}
