// All that the page says, in one place.

export const texts = {
  addTag: "Add a tag",
  all: "All memos",
  back: "Back",
  back10: "Back ten seconds",
  cancel: "Cancel",
  chooseFiles: "Add files",
  clearSearch: "Clear the search",
  close: "Close",
  conflict: "Somebody else has changed this sentence meanwhile. Nothing is lost: which one stays?",
  copied: "Copied",
  copy: "Copy",
  days: { 1: "a day", 7: "a week", 30: "a month" },
  deleteForGood: "Delete for good",
  deletedForGood: (count) => `${plural(count, "memo")} deleted for good`,
  discard: "Discard",
  discardQuestion: "Discard what waits here? It is on no server, and cannot be had back.",
  drop: "Drop sound here",
  edit: "Edit this sentence",
  editTitle: "Title",
  empty: "No memos yet. Record one, or drop sound here.",
  emptySearch: (text) => `Nobody has said “${text}”.`,
  emptyTrash: "The trash is empty.",
  export: "Export",
  failed: (reason) => `No transcript: ${reason}`,
  favorite: "Favourite",
  favorites: "Favourites",
  forward10: "On ten seconds",
  goneOffline: "Without the server: what you record is kept here, and goes up later.",
  help: "Keys",
  installHint: "To keep recordings safe on this device, add this page to the home screen.",
  emptySentence: "Take this sentence out of the text?",
  keep: "Keep it",
  keepMine: "Mine",
  keepTheirs: "Theirs",
  link: "Share a link",
  linkMade: "Who has this link can hear and read this memo, and nothing else.",
  linkRevoked: "The link opens nothing any more",
  links: "Links that are open",
  listening: "Listening",
  loading: "Loading",
  makeLink: "Make a link",
  memos: "Memos",
  menu: "More",
  microphoneDenied: "The browser may not use the microphone: allow it for this page.",
  microphoneGone: "The microphone is gone. What was recorded is kept.",
  microphoneInsecure: "Browsers let pages record over https only, or on the same machine.",
  nextMatch: "Next",
  nameSpeaker: (name) => `Say who speaks: ${name}`,
  noRoom: "This device has no room left for a recording.",
  noTranscript: "There is no transcript.",
  notSaved: "not saved",
  offline: "no connection",
  open: "Open",
  order: "Order",
  orders: { newest: "Newest first", oldest: "Oldest first", title: "By title", longest: "Longest first" },
  pause: "Pause",
  phone: "Sign in on a phone",
  phoneCode: "A code that signs a phone in",
  phoneElsewhere:
    "This browser may use the library, and let nobody else in. On the server’s machine this shows a code:",
  phoneHow: "Scan this with the phone’s camera. Who scans it can hear, read, record and change all "
    + "memos, until they are signed out. It holds for as long as it is shown, and ends when it was used.",
  phoneNotHere: "A phone does not find this address: it is this machine’s name for itself. Open the "
    + "page by the address that the phone would use, and make the code there.",
  phoneSignedIn: "The code was used: the phone is signed in",
  play: "Play",
  player: "Player",
  queued: "Waits to be transcribed",
  quotaFull:
    "This device has no room left: the recording was ended, and what was recorded is kept.",
  record: "Record",
  recording: "Recording",
  recovered: (count) => `${plural(count, "recording")} found that had not gone up`,
  resume: "Go on",
  remove: "Remove",
  restore: "Restore",
  restored: (count) => `${plural(count, "memo")} restored`,
  revoke: "End it",
  running: (progress) => `Being transcribed, ${Math.round(progress * 100)} %`,
  save: "Save",
  search: "Search every word",
  selected: (count) => `${count} selected`,
  selectMemo: (title) => `Select “${title}”`,
  server: "Server",
  share: "Share",
  showMore: (count) => `${count} more places`,
  signIn: "Sign in",
  signInHow: "Show a token of this server: ‘speechmemo tokens add NAME’ there makes one.",
  signOut: "Sign out",
  signOutEverywhere: "Sign out everywhere",
  signedOut: "Signed out",
  skipSilence: "Skip silence",
  speaker: (number) => `Speaker ${number}`,
  speed: "Speed",
  stop: "Stop and save",
  tag: "Tag",
  tags: "Tags",
  title: "Title",
  token: "Token",
  tokenUnknown: "This server does not know that token.",
  transcribe: "Transcribe again",
  transcript: "Transcript",
  trash: "Trash",
  trashed: (count) => `${plural(count, "memo")} moved to the trash`,
  undo: "Undo",
  untitled: "Untitled",
  unsure: "The recognizer was not sure of this word.",
  uploaded: (name) => `“${name}” is in the library`,
  uploads: "Going up",
  waiting: (count) => `${plural(count, "recording")} not on the server yet`,
  waveform: "Position",
  keys: [
    ["Space", "play and pause"],
    ["← →", "five seconds back and on"],
    ["< >", "slower and faster"],
    ["/", "search"],
    ["↑ ↓", "through the memos, or what was found"],
    ["r", "record"],
    ["e", "edit the sentence that is heard"],
    ["Delete", "move to the trash"],
    ["Esc", "back"],
    ["?", "these keys"],
  ],
  states: {
    queued: "waits",
    running: "being transcribed",
    failed: "no transcript",
    cancelled: "given up",
    none: "no transcript",
  },
};

export function plural(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
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
