#define _GNU_SOURCE
#include "Guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Atomic: a signal handler reads it while another thread closes it.
static _Atomic int line = -1;

// The guardian closes all other descriptors: a pipe that it kept open would never end.
enum { LINE = 100, INPUT, OUTPUT, BEYOND };

void terminal_write(int descriptor, const char *text) {
  size_t rest = strlen(text);
  while (rest > 0) {
    ssize_t written = write(descriptor, text, rest);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) {
      text += written;
      rest -= (size_t)written;
    }
  }
}

static void close_from(unsigned first, unsigned last) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  for (unsigned each = first; each <= last && each < 4096; each++) close((int)each);
}

static void watch_over(const char *leave, const struct termios *cooked) {
  char note, last = GUARDIAN_TAKEN;
  for (;;) {
    ssize_t count = read(LINE, &note, 1);
    if (count == 1) last = note;
    if (count == 0 || last == GUARDIAN_DONE) break;
    if (count < 0 && errno != EINTR) break;
  }
  if (last != GUARDIAN_TAKEN) return;
  terminal_write(OUTPUT, leave);
  tcsetattr(INPUT, TCSANOW, cooked);
}

void guardian_start(int input, int output, const char *leave, const struct termios *cooked) {
  int ends[2];
  if (pipe(ends) < 0) return;
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  pid_t child = fork();
  if (child == 0) {
    // As an orphan, it sends this process no SIGCHLD when it ends.
    if (fork() != 0) _exit(0);
    // Keys and signals that end the program must not end its guardian.
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE,
                                  SIGTSTP, SIGTTIN, SIGTTOU};
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++) signal(ignored[i], SIG_IGN);
    prctl(PR_SET_NAME, "terminal-guard");
    dup2(ends[0], LINE);
    dup2(input, INPUT);
    dup2(output, OUTPUT);
    close_from(0, LINE - 1);
    close_from(BEYOND, ~0u);
    // A working folder would keep its file system busy.
    if (chdir("/") == 0) watch_over(leave, cooked);
    _exit(0);
  }
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    return;
  }
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  line = ends[1];
}

void guardian_tell(enum guardian_note note) {
  char byte = (char)note;
  if (line < 0) return;
  while (write(line, &byte, 1) < 0 && errno == EINTR) {
  }
  if (note != GUARDIAN_DONE) return;
  int closed = line;
  line = -1;
  close(closed);
}
