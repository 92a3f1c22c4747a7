// libpq, loaded when it is first needed: a program that keeps its library in a file does not need it
// to be installed.

#ifndef C_PQ_H
#define C_PQ_H

#include <postgresql/libpq-fe.h>

/// Loads the library, once. It must have worked before any of its functions is called. May be
/// called from any thread.
///
/// Returns NULL, or in one line why it cannot be loaded and what to do.
const char *load_pq(void);

#endif
