#include <curl/curl.h>

// libcurl is not linked: with the forty libraries that it needs, it would double the time in which
// the program starts, for one that hardly ever sends anything. It is loaded at the first use, and
// these call what was found in it. They are here since Swift has no calls with "...".

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
