#include <curl/curl.h>

// libcurl is loaded at first use: with the forty libraries that it needs, linking it would double
// the time of a start. Swift cannot call its variadic function, so these do.

static inline CURLcode ccurl_set_long(void *setopt, CURL *handle, CURLoption option, long value) {
  return ((CURLcode(*)(CURL *, CURLoption, ...))setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(
    void *setopt, CURL *handle, CURLoption option, const void *value) {
  return ((CURLcode(*)(CURL *, CURLoption, ...))setopt)(handle, option, value);
}

static inline CURLcode ccurl_set_offset(
    void *setopt, CURL *handle, CURLoption option, curl_off_t value) {
  return ((CURLcode(*)(CURL *, CURLoption, ...))setopt)(handle, option, value);
}
