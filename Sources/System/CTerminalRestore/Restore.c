#include "CTerminalRestore.h"

#include "Guardian.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Handlers read these, so they are written only while no terminal is taken.
static int input_fd, output_fd, wake_fd;
static const char *enter_text, *leave_text;
static struct termios cooked, raw;

static atomic_int taken;
// Whether the terminal is restored for a stop.
static atomic_int away;
// Whether a thread is restoring it for a stop, during which another may get SIGCONT.
static atomic_int leaving;

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGBUS, SIGFPE,
                             SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGXCPU, SIGPIPE};
enum { ending_count = sizeof ending / sizeof ending[0] };
static struct sigaction before_ending[ending_count];
static struct sigaction before_stop, before_continue, before_resize;

// tcsetattr stops a background program, even one that is ending, unless SIGTTOU is blocked.
static void set_mode(const struct termios *mode) {
  sigset_t block, old;
  sigemptyset(&block);
  sigaddset(&block, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &block, &old);
  while (tcsetattr(input_fd, TCSANOW, mode) < 0 && errno == EINTR) {
  }
  pthread_sigmask(SIG_SETMASK, &old, 0);
}

static void leave(enum guardian_note reason) {
  set_mode(&cooked);
  terminal_write(output_fd, leave_text);
  guardian_tell(reason);
}

static void enter(void) {
  guardian_tell(GUARDIAN_TAKEN);
  set_mode(&raw);
  terminal_write(output_fd, enter_text);
}

static void wake(char event) {
  while (write(wake_fd, &event, 1) < 0 && errno == EINTR) {
  }
}

static void on_end(int signal_number) {
  // If two threads crash, only one restores the terminal.
  if (atomic_exchange(&taken, 0)) leave(GUARDIAN_DONE);
  for (int i = 0; i < ending_count; i++) {
    if (ending[i] != signal_number) continue;
    // The earlier action gets the signal: the default, which sets the exit status, or a handler
    // that prints a backtrace.
    sigaction(signal_number, &before_ending[i], 0);
  }
  raise(signal_number);
}

static void on_resize(int signal_number) {
  (void)signal_number;
  int error = errno;
  wake('w');
  errno = error;
}

static void watch(int signal_number, void (*handler)(int), int flags, struct sigaction *before) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, before);
}

static void come_back(void) {
  // A background program can't take the terminal. The shell sends another SIGCONT when it moves the
  // program to the foreground.
  if (!atomic_load(&taken) || tcgetpgrp(input_fd) != getpgrp()) return;
  // The thread that is leaving returns by itself, or is stopped and gets another SIGCONT.
  if (atomic_load(&leaving)) return;
  atomic_store(&away, 0);
  enter();
  wake('c');
}

static void on_continue(int signal_number) {
  (void)signal_number;
  int error = errno;
  // Also needed after SIGSTOP, which has no handler: the shell has used the terminal since.
  come_back();
  errno = error;
}

static void on_stop(int signal_number) {
  (void)signal_number;
  int error = errno;
  if (atomic_load(&taken)) {
    atomic_store(&leaving, 1);
    atomic_store(&away, 1);
    leave(GUARDIAN_AWAY);
    atomic_store(&leaving, 0);
  }
  // Only the default action stops.
  struct sigaction ours;
  watch(SIGTSTP, SIG_DFL, 0, &ours);
  sigset_t unblock, old;
  sigemptyset(&unblock);
  sigaddset(&unblock, SIGTSTP);
  raise(SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &unblock, &old);
  // Stopped here, until SIGCONT, whose handler takes the terminal again.
  pthread_sigmask(SIG_SETMASK, &old, 0);
  sigaction(SIGTSTP, &ours, 0);
  // The kernel does not stop an orphaned process group, so no SIGCONT follows.
  if (atomic_load(&away)) come_back();
  errno = error;
}

int terminal_take(int input, int output, int wake_descriptor, enum terminal_mode mode,
                  const char *enter_sequence, const char *leave_sequence) {
  if (atomic_load(&taken)) return EBUSY;
  if (tcgetattr(input, &cooked) < 0) return errno;
  input_fd = input;
  output_fd = output;
  wake_fd = wake_descriptor;
  free((char *)enter_text);
  free((char *)leave_text);
  enter_text = strdup(enter_sequence);
  leave_text = strdup(leave_sequence);
  if (!enter_text || !leave_text) return ENOMEM;
  raw = cooked;
  if (mode == TERMINAL_SCREEN) {
    cfmakeraw(&raw);
    // Line feeds in messages of other programs still return to the first column.
    raw.c_oflag |= OPOST;
  } else {
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  }
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  guardian_start(input, output, leave_text, &cooked);
  for (int i = 0; i < ending_count; i++) {
    watch(ending[i], on_end, SA_ONSTACK, &before_ending[i]);
    // Ignored signals, such as SIGHUP under nohup, stay ignored.
    if (before_ending[i].sa_handler == SIG_IGN) sigaction(ending[i], &before_ending[i], 0);
  }
  watch(SIGTSTP, on_stop, SA_RESTART, &before_stop);
  watch(SIGCONT, on_continue, SA_RESTART, &before_continue);
  watch(SIGWINCH, on_resize, SA_RESTART, &before_resize);
  atomic_store(&taken, 1);
  enter();
  return 0;
}

void terminal_give_back(void) {
  if (!atomic_exchange(&taken, 0)) return;
  leave(GUARDIAN_DONE);
  for (int i = 0; i < ending_count; i++) sigaction(ending[i], &before_ending[i], 0);
  sigaction(SIGTSTP, &before_stop, 0);
  sigaction(SIGCONT, &before_continue, 0);
  sigaction(SIGWINCH, &before_resize, 0);
}

void terminal_suspend(void) {
  // To the whole job, as the terminal does, so that a pipeline stops together. The handler does the
  // rest.
  kill(0, SIGTSTP);
}
