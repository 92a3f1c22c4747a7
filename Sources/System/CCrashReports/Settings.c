#define _GNU_SOURCE
#include "CCrashReports.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char setting[2 * PATH_MAX + 200];
static char **borrowed;
static char *original;

static char **entry(char **environment, const char *name) {
  size_t length = strlen(name);
  for (char **each = environment; *each; each++) {
    if (strncmp(*each, name, length) == 0 && (*each)[length] == '=') return each;
  }
  return NULL;
}

static const char *value(char **environment, const char *name) {
  char **found = entry(environment, name);
  return found ? *found + strlen(name) + 1 : "";
}

__attribute__((format(printf, 2, 3)))
static bool print(char path[PATH_MAX], const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(path, PATH_MAX, format, arguments);
  va_end(arguments);
  // The runtime separates settings by commas and knows no escapes.
  return length > 0 && length < PATH_MAX && !strchr(path, ',');
}

// The rules of LibraryFolder, except that a missing HOME is not looked up: the C library is not
// ready for that here.
static bool library_folder(char **environment, char path[PATH_MAX]) {
  const char *named = value(environment, "SPEECHMEMO_HOME");
  const char *data = value(environment, "XDG_DATA_HOME");
  const char *home = value(environment, "HOME");
  bool begins_at_home = named[0] == '~' && (named[1] == '/' || named[1] == 0);
  char unresolved[PATH_MAX];
  bool fits;
  if (*named && !begins_at_home) {
    fits = print(unresolved, "%s", named);
  } else if (!*named && *data == '/') {
    fits = print(unresolved, "%s/speechmemo", data);
  } else {
    const char *below = *named ? named + 1 : "/.local/share/speechmemo";
    fits = *home == '/' && print(unresolved, "%s%s", home, below);
  }
  return fits && realpath(unresolved, path);
}

static bool reports_folder(char **environment, char path[PATH_MAX]) {
  char library[PATH_MAX];
  if (!library_folder(environment, library) || !print(path, "%s/crashes", library)) return false;
  if (mkdir(path, 0700) < 0 && errno != EEXIST) return false;
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode) && access(path, W_OK | X_OK) == 0;
}

// The copy that `make install` makes. Without it, the runtime looks for the toolchain's own.
static bool installed_backtracer(char path[PATH_MAX]) {
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0) return false;
  program[length] = 0;
  char *name = strrchr(program, '/');
  if (!name) return false;
  *name = 0;
  return print(path, "%s/../libexec/speechmemo/swift-backtrace", program)
    && access(path, X_OK) == 0;
}

static void configure(int argc, char **argv, char **environment) {
  // SwiftPM links programs into the tests that run them.
  bool is_test = argc > 0 && strstr(argv[0], ".xctest");
  if (is_test || entry(environment, "SWIFT_BACKTRACE")) return;
  // The runtime finds the arguments by their distance from `environ`, which therefore cannot be
  // moved to add a variable (swiftlang/swift, CommandLine.cpp). These are read by nothing that runs
  // before `crash_reports_restore_environment`.
  static const char *const unread[] = {
    "_", "PWD", "OLDPWD", "SHLVL", "LOGNAME", "USER", "HOSTNAME", "INVOCATION_ID",
    "SPEECHMEMO_HOME"};
  char **slot = NULL;
  for (size_t i = 0; !slot && i < sizeof unread / sizeof unread[0]; i++) {
    slot = entry(environment, unread[i]);
  }
  char reports[PATH_MAX], backtracer[PATH_MAX];
  if (!slot || !reports_folder(environment, reports)) return;
  bool installed = installed_backtracer(backtracer);
  // Registers would come with the memory that they point to, which may be a transcript.
  snprintf(setting, sizeof setting,
           "SWIFT_BACKTRACE=output-to=%s,registers=none,threads=crashed%s%s", reports,
           installed ? ",swift-backtrace=" : "", installed ? backtracer : "");
  borrowed = slot;
  original = *slot;
  *slot = setting;
}

// Initializers of shared libraries run before constructors of the program, and after these.
__attribute__((section(".preinit_array"), used)) static void (*const configure_first)(
  int, char **, char **) = configure;

void crash_reports_restore_environment(void) {
  if (borrowed) *borrowed = original;
  borrowed = NULL;
}
