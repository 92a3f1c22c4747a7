// Has the Swift runtime write a report into the library's folder if the program crashes.
//
// The runtime reads its settings from `SWIFT_BACKTRACE` while the program is loaded, before any
// Swift code of ours runs. Linking this module sets the variable in time; no call is needed.

#ifndef C_CRASH_REPORTS_H
#define C_CRASH_REPORTS_H

/// Removes `SWIFT_BACKTRACE` from the environment again, so that child processes don't inherit it.
/// Must be called before the program reads its environment or starts a thread.
void crash_reports_restore_environment(void);

#endif
