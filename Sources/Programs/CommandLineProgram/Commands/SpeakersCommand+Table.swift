import ArgumentParsing
import SharedModels

extension CommandTable {
  static let speakers = Command(
    "speakers", summary: "Detect and name the speakers of a memo",
    discussion: """
      Speakers are detected after each transcription if 'speechmemo settings speakers' is 'on' or \
      'remember'. 'find' detects them in a memo that already has a transcript. Voices are personal \
      data: they are stored only if that setting is 'remember'. 'forget' removes every trace of a \
      voice from the library: the remembered voice, and its data in all transcripts, even where the \
      speaker does not have that name. Existing backups keep it.
      """,
    subcommands: [
      assignSpeaker, findSpeakers, forgetVoice, listSpeakers, mergeSpeakers, nameSpeaker, voices,
    ],
    run: voices.run)

  private static let number = Parameter<Int>.argument("NUMBER", help: "The speaker's number.")

  private static let listSpeakers = Command(
    "list", summary: "List the speakers of a memo and how long they speak", arguments: [id]
  ) { arguments in
    try await SpeakersCommand().list(try await arguments.memo())
  }

  private static let findSpeakers: Command = {
    let count = Parameter<Int?>.option(
      "count", placeholder: "N", help: "The number of speakers, if you know it.",
      check: within(SpeakerSettings.counts))
    return Command(
      "find", summary: "Detect the speakers of a memo", options: [count], arguments: [id]
    ) { arguments in
      try await SpeakersCommand().find(try await arguments.memo(), count: arguments[count])
    }
  }()

  private static let nameSpeaker: Command = {
    let name = Parameter<String>.argument(
      "NAME", help: "The speaker's name. An empty string removes it.")
    let remember = Parameter.flag(
      "remember", help: "Remember the voice, to recognize it in other memos.")
    return Command(
      "name", summary: "Name a speaker", options: [remember],
      arguments: [id, number, name]
    ) { arguments in
      try await SpeakersCommand().name(
        try await arguments.memo(), arguments[number], arguments[name],
        remembers: arguments[remember])
    }
  }()

  private static let mergeSpeakers: Command = {
    let other = Parameter<Int>.argument("INTO", help: "The number of the speaker to merge into.")
    return Command(
      "merge", summary: "Merge two speakers", arguments: [id, number, other]
    ) { arguments in
      try await SpeakersCommand().merge(
        try await arguments.memo(), arguments[number], into: arguments[other])
    }
  }()

  private static let assignSpeaker: Command = {
    let start = Parameter<Duration>.argument("FROM", help: "The start time, such as 1:30.")
    let end = Parameter<Duration>.argument("TO", help: "The end time.")
    let number = Parameter<Int?>.argument(
      optional: "NUMBER", help: "The speaker's number. Default: a new speaker.")
    return Command(
      "assign", summary: "Assign the words between two times to another speaker",
      arguments: [id, start, end, number]
    ) { arguments in
      try await SpeakersCommand().assign(
        try await arguments.memo(), from: arguments[start], to: arguments[end], arguments[number])
    }
  }()

  private static let voices = Command(
    "voices", summary: "List the remembered voices"
  ) { _ in
    try await SpeakersCommand().voices()
  }

  private static let forgetVoice: Command = {
    let name = Parameter<String?>.argument(
      optional: "NAME", help: "The name of the voice to forget.")
    let all = Parameter.flag("all", help: "Forget every voice.")
    return Command(
      "forget", summary: "Forget a voice everywhere in the library", options: [all],
      arguments: [name]
    ) { arguments in
      guard (arguments[name] == nil) == arguments[all]
      else {
        throw UsageError(
          command: "speechmemo speakers forget", message: "give either a name or --all")
      }
      try await SpeakersCommand().forget(arguments[name])
    }
  }()
}
