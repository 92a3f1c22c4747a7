// Loads a shared library at first use, because linking it would slow every start.

#ifndef C_LIBRARY_LOADING_H
#define C_LIBRARY_LOADING_H

#include <pthread.h>
#include <stddef.h>

struct library_function {
  const char *name;
  /// Points to the variable that gets the function's address.
  void *pointer;
};

struct library {
  const char *soname;
  /// The Debian package that installs the library.
  const char *package;
  const struct library_function *functions;
  size_t count;
  /// One line about why loading failed and what to do; empty if it did not.
  char failure[128];
};

/// Loads the library and sets the pointers to its functions.
void load_library_functions(struct library *library);

/// Defines `const char *load(void)`, which loads the library once and returns NULL or the failure,
/// and the library's functions, each under its own name.
///
/// `FUNCTIONS` is a macro that applies the macros passed to it:
///
///     FUNCTION(name, result, (parameters), (arguments))
///     PROCEDURE(name, (parameters), (arguments)) for a function without a result
///     VARIADIC(name, result, wrapper, (parameters), (arguments))
///
/// Swift cannot call a variadic function, so `VARIADIC` defines a function named `wrapper` instead.
#define LOADED_LIBRARY(load, library_soname, library_package, FUNCTIONS) \
  FUNCTIONS(LIBRARY_HIDDEN, LIBRARY_HIDDEN, LIBRARY_HIDDEN) \
  static struct { \
    FUNCTIONS(LIBRARY_POINTER, LIBRARY_POINTER, LIBRARY_POINTER) \
  } loaded; \
  static const struct library_function library_functions[] = { \
    FUNCTIONS(LIBRARY_ENTRY, LIBRARY_ENTRY, LIBRARY_ENTRY) \
  }; \
  static struct library library = { \
    .soname = library_soname, \
    .package = library_package, \
    .functions = library_functions, \
    .count = sizeof library_functions / sizeof *library_functions, \
  }; \
  static pthread_once_t once = PTHREAD_ONCE_INIT; \
  static void load_once(void) { load_library_functions(&library); } \
  const char *load(void) { \
    pthread_once(&once, load_once); \
    return *library.failure ? library.failure : NULL; \
  } \
  FUNCTIONS(LIBRARY_FUNCTION, LIBRARY_PROCEDURE, LIBRARY_VARIADIC)

// Hidden, so that the library calls its own functions and not these.
#define LIBRARY_HIDDEN(name, ...) __attribute__((visibility("hidden"))) __typeof__(name) name;
#define LIBRARY_POINTER(name, ...) __typeof__(&name) name;
#define LIBRARY_ENTRY(name, ...) {#name, &loaded.name},
#define LIBRARY_FUNCTION(name, result, parameters, arguments) \
  result name parameters { return loaded.name arguments; }
#define LIBRARY_PROCEDURE(name, parameters, arguments) \
  void name parameters { loaded.name arguments; }
#define LIBRARY_VARIADIC(name, result, wrapper, parameters, arguments) \
  result wrapper parameters { return loaded.name arguments; }

#endif
