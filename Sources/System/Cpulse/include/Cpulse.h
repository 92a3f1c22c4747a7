// libpulse, loaded when it is first needed: it brings 17 other libraries, and a program that
// only lists memos would spend most of its start on them.

#ifndef C_PULSE_H
#define C_PULSE_H

#include <pulse/pulseaudio.h>

/// Loads the library, once. It must have worked before any of its functions is called. May be
/// called from any thread.
///
/// Returns NULL, or in one line why it cannot be loaded and what to do.
const char *load_pulse(void);

#endif
