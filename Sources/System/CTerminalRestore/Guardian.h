// A process that outlives this one for a moment.
//
// A handler cannot help where the kernel kills, or where the stack has overflowed on a thread that
// has no other one. So a second process waits for the end of this one, and gives the terminal back
// if this one has not done it.

#ifndef GUARDIAN_H
#define GUARDIAN_H

#include <termios.h>

enum guardian_note {
  GUARDIAN_AWAY = 'a',  // The terminal is given back for a stop.
  GUARDIAN_DONE = 'd',  // It is given back for good.
  GUARDIAN_TAKEN = 't', // It is taken.
};

/// Starts it. Without it, on a system that has no process to spare, things work, too.
void guardian_start(int input, int output, const char *leave, const struct termios *cooked);

/// Tells it. May be called by a signal handler.
void guardian_tell(enum guardian_note note);

#endif
