// libpulse, loaded at first use: linking it and the 17 libraries that it needs would take most of a
// start.

#ifndef C_PULSE_H
#define C_PULSE_H

#include <pulse/pulseaudio.h>

/// Loads the library once, from any thread. Returns NULL, or in one line why it cannot be loaded
/// and what to do. No other function may be called before it returns NULL.
const char *load_pulse(void);

#endif
