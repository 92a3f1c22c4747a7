// Takes a terminal and restores it, whatever ends the program.
//
// In C because a signal handler may call only async-signal-safe functions, which Swift does not
// guarantee.

#ifndef C_TERMINAL_RESTORE_H
#define C_TERMINAL_RESTORE_H

enum terminal_mode {
  /// Keys come one by one and unseen. Those that send signals do.
  TERMINAL_KEYS,
  /// All keys are bytes: raw mode.
  TERMINAL_SCREEN,
};

/// Puts the terminal into the mode, writes `enter` to it, and from then on writes `leave` and puts
/// the old mode back when a signal ends, stops or crashes the program. One terminal at a time.
///
/// `wake` is a descriptor that gets one byte written for each event: 'w' for a new size, 'c' when
/// the program goes on after a stop. It must not block.
///
/// Returns 0, or an error number.
int terminal_take(int input, int output, int wake, enum terminal_mode mode, const char *enter,
                  const char *leave);

/// Gives the terminal back. Does nothing unless it is taken.
void terminal_give_back(void);

/// Gives the terminal back and stops the program's process group; takes the terminal again when it
/// goes on.
void terminal_suspend(void);

#endif
