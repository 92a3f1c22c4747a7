#include "CLibraryLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void load_library_functions(struct library *library) {
  // Never closed.
  void *file = dlopen(library->soname, RTLD_NOW | RTLD_LOCAL);
  if (!file) {
    snprintf(library->failure, sizeof library->failure, "%s is not installed; install %s",
             library->soname, library->package);
    return;
  }
  for (size_t index = 0; index < library->count; index++) {
    const struct library_function *function = &library->functions[index];
    void *address = dlsym(file, function->name);
    // Copied, because C does not convert a pointer to data to a pointer to a function.
    memcpy(function->pointer, &address, sizeof address);
    if (!address) {
      snprintf(library->failure, sizeof library->failure, "%s is too old: it has no %s",
               library->soname, function->name);
    }
  }
}
