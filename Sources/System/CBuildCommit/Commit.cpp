// The compiler reads the commit from git's log of HEAD, to which each commit, switch, and pull adds
// a line. The log is a dependency of this file like a header, so the commit is never out of date. A
// value from Package.swift could be, because SwiftPM caches manifests. It is C++ because a constant
// expression keeps the rest of the log, such as authors' addresses, out of the program.

#include "Archive.h"
#include "CBuildCommit.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

namespace {

constexpr char log[] = {
#if __has_embed("../../../.git/logs/HEAD")
#embed "../../../.git/logs/HEAD" suffix(, )
#endif
    0};

struct Commit {
  char digits[41] = {};
};

constexpr bool isDigit(char character) {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
}

/// Forty digits at a place of the text, or none.
template <long size> constexpr Commit commitAt(const char (&text)[size], long start) {
  Commit commit;
  for (long digit = 0; digit < 40; digit++) {
    if (start + digit >= size || !isDigit(text[start + digit])) return Commit();
    commit.digits[digit] = text[start + digit];
  }
  return commit;
}

/// Each line has the old commit, a space, the new commit, the author, the time, and the reason.
constexpr Commit lastOfLog() {
  long end = sizeof(log) - 1;
  while (end > 0 && log[end - 1] == '\n') end--;
  long start = end;
  while (start > 0 && log[start - 1] != '\n') start--;
  return commitAt(log, start + 41);
}

constexpr Commit ofClone = lastOfLog();
constexpr Commit ofArchive = commitAt(COMMIT_OF_ARCHIVE, 0);

}  // namespace

const char *build_commit(void) { return ofClone.digits[0] ? ofClone.digits : ofArchive.digits; }
