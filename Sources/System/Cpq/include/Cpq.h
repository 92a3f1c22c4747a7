// libpq, loaded at first use, so that it need not be installed for libraries in files.

#ifndef C_PQ_H
#define C_PQ_H

#include <postgresql/libpq-fe.h>

/// Loads the library once, from any thread. Returns NULL, or in one line why it cannot be loaded
/// and what to do. No other function may be called before it returns NULL.
const char *load_pq(void);

#endif
