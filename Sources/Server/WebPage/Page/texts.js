// All texts of the page.

export const texts = {
  addTag: "Add a tag",
  all: "All memos",
  asSet: "Library setting",
  back: "Back",
  back10: "Back 10 seconds",
  cancel: "Cancel",
  changeSpeaker: (name) => `Options for ${name}`,
  chooseFiles: "Import files",
  close: "Close",
  conflict:
    "Someone else changed this segment while you were editing it. Which version should be kept?",
  copied: "Copied",
  copy: "Copy",
  copyTranscript: "Copy transcript",
  current: "current",
  days: { 1: "1 day", 7: "7 days", 30: "30 days" },
  deleteForGood: "Permanently delete",
  deleteForGoodQuestion: (count) => [
    `Permanently delete ${plural(count, "memo")}?`, "The audio and the transcript can’t be recovered.",
  ],
  deletedForGood: (count) => `${plural(count, "memo")} permanently deleted`,
  detect: "Detect",
  discard: "Discard",
  discardQuestion: "Discard this recording? It exists only on this device and can’t be recovered.",
  dismiss: "Dismiss",
  draft: "Unsaved text",
  draftKept: "The text that you didn’t save is kept on this device.",
  edit: "Edit segment",
  edited: "Edited",
  editTitle: "Title",
  empty: "No memos yet. Record one, or drop audio files here.",
  emptySearch: (text) => `No results for “${text}”.`,
  emptyFavorites: "No favorites yet. Mark a memo with the heart above its text.",
  emptyForReading: "No memos yet.",
  emptyTags: (tags) => `No memos with ${tags.map((tag) => `the tag “${tag}”`).join(" and ")}.`,
  emptyTrash: "The trash is empty.",
  emptyTrashNow: "Empty trash",
  export: "Export",
  failed: (reason) => (reason ? `Transcription failed: ${reason}` : "Transcription failed."),
  faster: "Faster",
  favorite: "Favorite",
  favorites: "Favorites",
  found: (count) => `${plural(count, "memo")} found`,
  filters: "Filters",
  forget: "Forget",
  forgetVoice: (name) => `Forget ${name}’s voice`,
  forgetVoiceQuestion: (name) => `Forget ${name}’s voice in all memos? Speakers keep their names.`,
  forgetVoices: "Forget all voices",
  forgetVoicesQuestion: "Forget the voices of all speakers in all memos? Speakers keep their names.",
  forward10: "Forward 10 seconds",
  fromHere: (name) => `Rest of this turn: ${name}`,
  goneOffline:
    "No connection to the server. Recordings stay on this device and are uploaded later.",
  help: "Keyboard shortcuts",
  installHint: "To keep recordings safe on this device, add this page to the home screen.",
  emptySentence: "Remove this segment from the transcript?",
  history: "History",
  historyHow: "Each edit and each new transcript adds a version. A restored version becomes the newest one.",
  inTrash: "Memos in the trash can be restored until they are permanently deleted.",
  isSpeaker: (name) => `This is ${name}`,
  keep: "Keep",
  keepMine: "Keep mine",
  keepTheirs: "Keep theirs",
  link: "Share a link",
  linkExpires: (date) => `Expires ${date}`,
  linkMade: "Anyone with a link can listen to this memo and read its transcript, but nothing else.",
  linkRevoked: "Link revoked",
  links: "Active links",
  listening: "Listening…",
  makeLink: (days) => `Create link for ${days}`,
  // As other recorders name memos; the first words replace it.
  memoOf: (now) => `Memo of ${localTime(now)}`,
  memos: "Memos",
  menu: "More",
  microphoneDenied: "Microphone access is blocked. Allow it for this page in the browser’s settings.",
  microphoneGone: "Lost access to the microphone. The audio recorded so far is kept.",
  microphoneInsecure: "Browsers allow recording only over HTTPS or on localhost. Open this page over HTTPS.",
  mergeSpeaker: (name) => `Merge into ${name}`,
  moveToTrash: "Move to trash",
  name: "SpeechMemo",
  nameSpeaker: (name) => `Rename ${name}`,
  new: "new",
  noMemoOpen: "Choose a memo to read and listen to it.",
  noOutput: "The browser can’t process audio. Connect a speaker or another audio output, and try again.",
  noRoom: "There is not enough space to record. Free some space on this device.",
  noSpeech: "No speech was found in this memo.",
  notEnglish: "This does not sound like English; try 'speechmemo models use base' where the library is.",
  noSpeechOrFaint: "No speech was found in this memo. Some of it may be too faint.",
  noText: "No text",
  noTags: "No memo has tags yet. Open a memo to add one.",
  noTranscript: "This memo has no transcript.",
  noVoices: "No voices are remembered.",
  notUploaded: "not uploaded yet",
  notSaved: "Not saved",
  open: "Open",
  order: "Sort order",
  orders: { newest: "Newest first", oldest: "Oldest first", title: "By title", longest: "Longest first" },
  otherSpeaker: "Change speaker",
  pause: "Pause",
  phone: "Sign in on a phone",
  phoneCode: "QR code that signs in a phone",
  phoneElsewhere:
    "This browser’s token can’t sign in other devices. To show a code, run this on the server:",
  phoneHow: "Scan this code with the phone’s camera. Anyone who scans it can listen to, read and change "
    + "all memos and record new ones, until they are signed out. The code works once, and only while "
    + "it is shown.",
  phoneNotHere: "A phone can’t open this address, which only works on this machine. Open this page at "
    + "an address that the phone can reach, and show the code there.",
  phoneSignedIn: "Code used: the phone is signed in",
  play: "Play",
  player: "Player",
  playing: "Playing",
  print: "Print",
  queued: "Waiting to be transcribed",
  quotaFull: "Recording stopped: this device ran out of space. The audio recorded so far is kept.",
  readOnly: "This browser’s token only allows reading.",
  record: "Record",
  recording: "Recording",
  recordingProblems: {
    interrupted: "The recording was interrupted. It resumes when the microphone is available.",
    muted: "The microphone is muted. Unmute it in the system’s settings or on the device.",
    silent: "The microphone is silent. Check that it is connected and not muted.",
  },
  recovered: (count) => `Found ${plural(count, "recording")} that had not been uploaded`,
  resume: "Resume",
  rememberVoice: (name) => `Remember ${name}’s voice`,
  remove: "Remove",
  renameAnyway: "Rename anyway",
  renamedElsewhere: (theirs, mine) =>
    `The memo was renamed to “${theirs}” while you were typing “${mine}”, which is not saved.`,
  restore: "Restore",
  restoredFrom: (version) => `Restored from version ${version}`,
  results: "Search results",
  restored: (count) => `${plural(count, "memo")} restored`,
  retry: "Try again",
  revoke: "Revoke link",
  running: (progress) => `Transcribing: ${Math.round(progress * 100)}%`,
  save: "Save",
  search: "Search memos",
  searchAll: "Search all memos",
  selectAll: "Select all",
  selected: (count) => `${count} selected`,
  selectMemo: (title) => `Select “${title}”`,
  shareTranscript: "Share transcript",
  show: "Show",
  showAll: "Show all memos",
  showMore: (count) => `Show ${plural(count, "more match", "more matches")}`,
  signedOut: "This browser was signed out. The recording continues, and is uploaded after you stop it and "
    + "sign in.",
  signIn: "Sign in",
  signInHow: "Enter a token. To create one, run ‘speechmemo tokens add NAME --scope read,write,transcribe’ on the server.",
  signOut: "Sign out",
  signOutQuestion: (count) => [
    "Sign out before everything is uploaded?",
    `${plural(count, "upload")} will stay on this device until you sign in again.`,
  ],
  signOutEverywhere: "Sign out everywhere",
  skipSilence: "Skip silence",
  slower: "Slower",
  somebodyNew: "new speaker",
  speaker: (number) => `Speaker ${number}`,
  speed: "Speed",
  stop: "Stop and save",
  stopPlaying: "Stop playing",
  tags: "Tags",
  today: "Today",
  token: "Token",
  tokenUnknown: "This server does not accept that token.",
  tooMany: (count) => `Only the first ${number(count)} memos are shown. Add a word to the search.`,
  transcribe: "Transcribe again",
  transcribeChoices: { language: "Language", model: "Model", speakers: "Number of speakers" },
  transcribedBy: (model) => (model ? `Transcribed with ${model}` : "Transcribed"),
  transcribeFirst: "Transcribe",
  transcribeQuestion: (count, editedCount) => [
    "Replace your corrections?",
    `The new transcript replaces corrections${count > 1 ? ` in ${plural(editedCount, "memo")}` : ""}. `
    + "The history keeps the old version.",
  ],
  trash: "Trash",
  trashed: (count) => `${plural(count, "memo")} moved to the trash`,
  unavailable: "The server is not ready. The page tries again every few seconds.",
  undo: "Undo",
  unplayable: "The audio can’t be played. Check the connection and try again.",
  unreadable: (name) => `${name} can’t be read. Choose audio files, not folders.`,
  unsure: "The engine was not sure about this word.",
  uploaded: (name) => `“${name}” is in the library`,
  unsent: "Recordings and files to upload",
  uploads: "Uploads",
  versionRestored: (version) => `Version ${version} restored`,
  voiceForgotten: "Voice data deleted. Earlier backups still contain it.",
  voiceForgottenLater: "Voice data deleted. Earlier backups still contain it, and so does the library’s "
    + "log until it can be overwritten.",
  voiceRemembered: (name) => `${name}’s voice is now remembered`,
  voiceSince: (name, date) => `${name}, since ${date}`,
  voices: "Voices",
  voicesElsewhere: "This browser’s token does not allow managing voices.",
  voicesHow: "The library remembers these voices and suggests their names in other memos.",
  waiting: (count) => `${plural(count, "recording")} not uploaded yet`,
  waveform: "Playback position",
  yesterday: "Yesterday",
  keys: [
    ["Space", "play or pause"],
    ["← →", "skip back or forward 5 seconds"],
    ["< >", "play slower or faster"],
    ["/", "search memos, also with tag:NAME"],
    ["Shift", "select the memos between two check boxes"],
    ["↑ ↓", "go to the previous or next memo or match"],
    ["r", "record a memo"],
    ["e", "edit the current segment"],
    ["Delete", "move the focused memo to the trash"],
    ["Esc", "go back to the list"],
    ["?", "show keyboard shortcuts"],
  ],
  states: {
    queued: "waiting",
    running: "transcribing",
    failed: "failed",
    cancelled: "canceled",
    none: "no transcript",
  },
};

export function plural(count, noun, nouns = `${noun}s`) {
  return `${number(count)} ${count === 1 ? noun : nouns}`;
}

// Equal for tags and titles that differ in case only, as on the server.
export function folded(text) {
  return text.normalize("NFD").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

export function number(value) {
  return value.toLocaleString("en");
}

// 0:07, 12:30, 1:02:03
export function time(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

// 2026-01-31 12:00
function localTime(moment) {
  const text = (value) => String(value).padStart(2, "0");
  const day = [moment.getFullYear(), text(moment.getMonth() + 1), text(moment.getDate())].join("-");
  return `${day} ${text(moment.getHours())}:${text(moment.getMinutes())}`;
}

// Today, Yesterday, Friday 27 November, 31 December 2025
export function day(text) {
  const value = new Date(text);
  const now = new Date();
  const ago = (count) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - count).toDateString();
  if (value.toDateString() === ago(0)) return texts.today;
  if (value.toDateString() === ago(1)) return texts.yesterday;
  const isThisYear = value.getFullYear() === now.getFullYear();
  return value.toLocaleString("en-GB", {
    day: "numeric", month: "long", ...(isThisYear ? { weekday: "long" } : { year: "numeric" }),
  });
}

export function date(text) {
  const value = new Date(text);
  const isThisYear = value.getFullYear() === new Date().getFullYear();
  return value.toLocaleString("en-GB", {
    day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}
