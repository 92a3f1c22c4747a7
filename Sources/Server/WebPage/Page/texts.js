// All that the page says, in one place.

export const texts = {
  addTag: "Add a tag",
  all: "All memos",
  back: "Back",
  back10: "Back 10 seconds",
  cancel: "Cancel",
  changeSpeaker: (name) => `Options for ${name}`,
  chooseFiles: "Add files",
  clearSearch: "Clear search",
  close: "Close",
  conflict:
    "Someone else changed this segment while you were editing it. Which version should be kept?",
  copied: "Copied",
  copy: "Copy",
  days: { 1: "1 day", 7: "7 days", 30: "30 days" },
  deleteForGood: "Delete permanently",
  deletedForGood: (count) => `${plural(count, "memo")} permanently deleted`,
  discard: "Discard",
  discardQuestion: "Discard this recording? It exists only on this device and can’t be recovered.",
  drop: "Drop audio files here",
  edit: "Edit segment",
  editTitle: "Title",
  empty: "No memos yet. Record one, or drop audio files here.",
  emptySearch: (text) => `No results for “${text}”.`,
  emptyTrash: "The trash is empty.",
  export: "Export",
  failed: (reason) => `Transcription failed: ${reason}`,
  favorite: "Favorite",
  favorites: "Favorites",
  forget: "Forget",
  forgetVoice: (name) => `Forget ${name}’s voice`,
  forgetVoiceQuestion: (name) => `Forget ${name}’s voice in all memos? Speakers keep their names.`,
  forgetVoices: "Forget all voices",
  forgetVoicesQuestion: "Forget the voices of all speakers in all memos? Speakers keep their names.",
  forward10: "Forward 10 seconds",
  fromHere: (name) => `From here on: ${name}`,
  goneOffline:
    "No connection to the server. Recordings stay on this device and are uploaded later.",
  help: "Keyboard shortcuts",
  installHint: "To keep recordings safe on this device, add this page to the home screen.",
  emptySentence: "Remove this segment from the transcript?",
  isSpeaker: (name) => `This is ${name}`,
  keep: "Keep",
  keepMine: "Keep mine",
  keepTheirs: "Keep theirs",
  link: "Share a link",
  linkExpires: (date) => `Expires ${date}`,
  linkMade: "Anyone with this link can listen to and read this memo, and nothing else.",
  linkRevoked: "Link revoked",
  links: "Active links",
  listening: "Listening",
  loading: "Loading",
  makeLink: (days) => `Create link for ${days}`,
  memos: "Memos",
  menu: "More",
  microphoneDenied: "Microphone access is blocked. Allow it for this page in the browser’s settings.",
  microphoneGone: "Lost access to the microphone. The recording up to that point is kept.",
  microphoneInsecure: "Browsers allow recording only over HTTPS or on localhost. Open this page over HTTPS.",
  mergeSpeaker: (name) => `Merge with ${name}`,
  moveToTrash: "Move to trash",
  nextMatch: "Next match",
  nameSpeaker: (name) => `Rename ${name}`,
  noRoom: "There is not enough space to record. Free some space on this device.",
  noTranscript: "This memo has no transcript.",
  noVoices: "No voices are remembered.",
  notSaved: "Not saved",
  offline: "no connection",
  open: "Open",
  order: "Sort order",
  orders: { newest: "Newest first", oldest: "Oldest first", title: "By title", longest: "Longest first" },
  otherSpeaker: "Change speaker",
  pause: "Pause",
  phone: "Sign in on a phone",
  phoneCode: "QR code that signs in a phone",
  phoneElsewhere:
    "This browser’s token can’t sign in other devices. To show a code, run this on the server:",
  phoneHow: "Scan this code with the phone’s camera. Anyone who scans it can listen to, read, record "
    + "and change all memos until they are signed out. The code works once, and only while it is shown.",
  phoneNotHere: "A phone can’t open this address, which only works on this machine. Open this page at "
    + "the address that the phone would use, and show the code there.",
  phoneSignedIn: "Code used: the phone is signed in",
  play: "Play",
  player: "Player",
  queued: "Waiting to be transcribed",
  quotaFull:
    "This device ran out of space and recording stopped. The recording up to that point is kept.",
  record: "Record",
  recording: "Recording",
  recovered: (count) => `Found ${plural(count, "recording")} that had not been uploaded`,
  resume: "Resume",
  rememberVoice: (name) => `Remember ${name}’s voice`,
  remove: "Remove",
  restore: "Restore",
  restored: (count) => `${plural(count, "memo")} restored`,
  revoke: "Revoke link",
  running: (progress) => `Transcribing: ${Math.round(progress * 100)}%`,
  save: "Save",
  search: "Search memos",
  selected: (count) => `${count} selected`,
  selectMemo: (title) => `Select “${title}”`,
  server: "Server",
  share: "Share",
  showMore: (count) => `${plural(count, "more match", "more matches")}`,
  signIn: "Sign in",
  signInHow: "Enter a token. To create one, run ‘speechmemo tokens add NAME’ on the server.",
  signOut: "Sign out",
  signOutEverywhere: "Sign out everywhere",
  signedOut: "Signed out",
  skipSilence: "Skip silence",
  somebodyNew: "new speaker",
  speaker: (number) => `Speaker ${number}`,
  speed: "Speed",
  stop: "Stop and save",
  tag: "Tag",
  tags: "Tags",
  title: "Title",
  token: "Token",
  tokenUnknown: "This server does not accept that token.",
  transcribe: "Transcribe again",
  transcript: "Transcript",
  trash: "Trash",
  trashed: (count) => `${plural(count, "memo")} moved to the trash`,
  undo: "Undo",
  untitled: "Untitled",
  unsure: "The engine was not sure about this word.",
  uploaded: (name) => `“${name}” is in the library`,
  uploads: "Uploads",
  voiceForgotten: "Voice data deleted. Backups made earlier still contain it.",
  voiceForgottenLater: "Voice data deleted. Traces in the library’s log, which another program is "
    + "reading, are overwritten as soon as possible.",
  voiceRemembered: (name) => `Remembered ${name}’s voice`,
  voiceSince: (name, date) => `${name}, since ${date}`,
  voices: "Voices",
  voicesElsewhere: "This browser’s token does not allow managing voices.",
  voicesHow: "The library remembers these voices and suggests their names in other memos.",
  waiting: (count) => `${plural(count, "recording")} not uploaded yet`,
  waveform: "Playback position",
  keys: [
    ["Space", "play or pause"],
    ["← →", "back or forward 5 seconds"],
    ["< >", "slower or faster"],
    ["/", "search"],
    ["↑ ↓", "previous or next memo or match"],
    ["r", "record"],
    ["e", "edit the current segment"],
    ["Delete", "move to the trash"],
    ["Esc", "back"],
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

export function date(text) {
  const value = new Date(text);
  const isThisYear = value.getFullYear() === new Date().getFullYear();
  return value.toLocaleString("en-GB", {
    day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}
