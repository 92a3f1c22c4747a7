#include <mpg123.h>

// `mpg123_param` is a function in some versions and a macro in others.
static inline int mpg123_add_flags(mpg123_handle *handle, long flags) {
  return mpg123_param(handle, MPG123_ADD_FLAGS, flags, 0.0);
}
