// A process that restores the terminal after this one has ended, if this one could not.
//
// No signal handler runs after SIGKILL, or if the stack overflows on a thread without an alternate
// stack.

#ifndef GUARDIAN_H
#define GUARDIAN_H

#include <termios.h>

enum guardian_note {
  GUARDIAN_AWAY = 'a',  // The terminal is restored while this process is stopped.
  GUARDIAN_DONE = 'd',  // The terminal is restored, and the guardian ends.
  GUARDIAN_TAKEN = 't', // The terminal is taken.
};

/// Starts the guardian. A failure is ignored: signal handlers still restore the terminal.
void guardian_start(int input, int output, const char *leave, const struct termios *cooked);

/// Sends the guardian a note. May be called by a signal handler.
void guardian_tell(enum guardian_note note);

/// Writes a text, or as much of it as the descriptor accepts. May be called by a signal handler.
void terminal_write(int descriptor, const char *text);

#endif
