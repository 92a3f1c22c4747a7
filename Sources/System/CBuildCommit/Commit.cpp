// Which commit is this? Answered by the compiler, from git's log of where HEAD has been, whose last
// line ends every commit, switch and pull. Neither a build plug-in nor a step before the build is
// needed, and because the log is a dependency of this file like any header, the answer is never an
// old one. (A value handed over by Package.swift would be: SwiftPM keeps a manifest's result until
// the manifest changes.) It is C++ because there the log is read while compiling and nothing else of
// it, such as names and addresses of authors, gets into the program.

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

/// Forty digits at that place of the text, or nothing.
template <long size> constexpr Commit commitAt(const char (&text)[size], long start) {
  Commit commit;
  for (long digit = 0; digit < 40; digit++) {
    if (start + digit >= size || !isDigit(text[start + digit])) return Commit();
    commit.digits[digit] = text[start + digit];
  }
  return commit;
}

/// A line of the log is: the commit before, a space, the commit after, and who, when and why.
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
