#include "Cpulse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The functions that are used, each under its own name, so that a caller sees no difference.
#define FUNCTIONS \
  FUNCTION(pa_mainloop_new) \
  FUNCTION(pa_mainloop_free) \
  FUNCTION(pa_mainloop_get_api) \
  FUNCTION(pa_mainloop_prepare) \
  FUNCTION(pa_mainloop_poll) \
  FUNCTION(pa_mainloop_dispatch) \
  FUNCTION(pa_context_new) \
  FUNCTION(pa_context_unref) \
  FUNCTION(pa_context_connect) \
  FUNCTION(pa_context_disconnect) \
  FUNCTION(pa_context_errno) \
  FUNCTION(pa_context_get_state) \
  FUNCTION(pa_context_get_server_info) \
  FUNCTION(pa_context_get_sink_info_list) \
  FUNCTION(pa_context_get_source_info_list) \
  FUNCTION(pa_operation_cancel) \
  FUNCTION(pa_operation_get_state) \
  FUNCTION(pa_operation_unref) \
  FUNCTION(pa_stream_new) \
  FUNCTION(pa_stream_unref) \
  FUNCTION(pa_stream_connect_playback) \
  FUNCTION(pa_stream_connect_record) \
  FUNCTION(pa_stream_disconnect) \
  FUNCTION(pa_stream_cork) \
  FUNCTION(pa_stream_drain) \
  FUNCTION(pa_stream_drop) \
  FUNCTION(pa_stream_get_state) \
  FUNCTION(pa_stream_get_time) \
  FUNCTION(pa_stream_get_timing_info) \
  FUNCTION(pa_stream_peek) \
  FUNCTION(pa_stream_set_latency_update_callback) \
  FUNCTION(pa_stream_writable_size) \
  FUNCTION(pa_stream_write) \
  FUNCTION(pa_strerror) \
  FUNCTION(pa_bytes_to_usec)

// Hidden, so that the library's calls of its own functions do not come to ours.
#define FUNCTION(name) __attribute__((visibility("hidden"))) __typeof__(name) name;
FUNCTIONS
#undef FUNCTION

static struct {
#define FUNCTION(name) __typeof__(&name) name;
  FUNCTIONS
#undef FUNCTION
} library;

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Kept until the program ends.
  void *file = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!file) {
    failure = "libpulse.so.0 is not installed; install libpulse0";
    return;
  }
#define FUNCTION(name) \
  library.name = (__typeof__(&name))dlsym(file, #name); \
  if (!library.name) failure = "libpulse.so.0 is too old: it has no " #name;
  FUNCTIONS
#undef FUNCTION
}

const char *load_pulse(void) {
  pthread_once(&once, load);
  return failure;
}

pa_mainloop *pa_mainloop_new(void) {
  return library.pa_mainloop_new();
}

void pa_mainloop_free(pa_mainloop *loop) {
  library.pa_mainloop_free(loop);
}

pa_mainloop_api *pa_mainloop_get_api(pa_mainloop *loop) {
  return library.pa_mainloop_get_api(loop);
}

int pa_mainloop_prepare(pa_mainloop *loop, int timeout) {
  return library.pa_mainloop_prepare(loop, timeout);
}

int pa_mainloop_poll(pa_mainloop *loop) {
  return library.pa_mainloop_poll(loop);
}

int pa_mainloop_dispatch(pa_mainloop *loop) {
  return library.pa_mainloop_dispatch(loop);
}

pa_context *pa_context_new(pa_mainloop_api *api, const char *name) {
  return library.pa_context_new(api, name);
}

void pa_context_unref(pa_context *context) {
  library.pa_context_unref(context);
}

int pa_context_connect(pa_context *context, const char *server, pa_context_flags_t flags,
                       const pa_spawn_api *spawn) {
  return library.pa_context_connect(context, server, flags, spawn);
}

void pa_context_disconnect(pa_context *context) {
  library.pa_context_disconnect(context);
}

int pa_context_errno(const pa_context *context) {
  return library.pa_context_errno(context);
}

pa_context_state_t pa_context_get_state(const pa_context *context) {
  return library.pa_context_get_state(context);
}

pa_operation *pa_context_get_server_info(pa_context *context, pa_server_info_cb_t callback,
                                         void *userdata) {
  return library.pa_context_get_server_info(context, callback, userdata);
}

pa_operation *pa_context_get_sink_info_list(pa_context *context, pa_sink_info_cb_t callback,
                                            void *userdata) {
  return library.pa_context_get_sink_info_list(context, callback, userdata);
}

pa_operation *pa_context_get_source_info_list(pa_context *context, pa_source_info_cb_t callback,
                                              void *userdata) {
  return library.pa_context_get_source_info_list(context, callback, userdata);
}

void pa_operation_cancel(pa_operation *operation) {
  library.pa_operation_cancel(operation);
}

pa_operation_state_t pa_operation_get_state(const pa_operation *operation) {
  return library.pa_operation_get_state(operation);
}

void pa_operation_unref(pa_operation *operation) {
  library.pa_operation_unref(operation);
}

pa_stream *pa_stream_new(pa_context *context, const char *name, const pa_sample_spec *spec,
                         const pa_channel_map *map) {
  return library.pa_stream_new(context, name, spec, map);
}

void pa_stream_unref(pa_stream *stream) {
  library.pa_stream_unref(stream);
}

int pa_stream_connect_playback(pa_stream *stream, const char *device, const pa_buffer_attr *buffer,
                               pa_stream_flags_t flags, const pa_cvolume *volume,
                               pa_stream *other) {
  return library.pa_stream_connect_playback(stream, device, buffer, flags, volume, other);
}

int pa_stream_connect_record(pa_stream *stream, const char *device, const pa_buffer_attr *buffer,
                             pa_stream_flags_t flags) {
  return library.pa_stream_connect_record(stream, device, buffer, flags);
}

int pa_stream_disconnect(pa_stream *stream) {
  return library.pa_stream_disconnect(stream);
}

pa_operation *pa_stream_cork(pa_stream *stream, int stop, pa_stream_success_cb_t callback,
                             void *userdata) {
  return library.pa_stream_cork(stream, stop, callback, userdata);
}

pa_operation *pa_stream_drain(pa_stream *stream, pa_stream_success_cb_t callback, void *userdata) {
  return library.pa_stream_drain(stream, callback, userdata);
}

int pa_stream_drop(pa_stream *stream) {
  return library.pa_stream_drop(stream);
}

pa_stream_state_t pa_stream_get_state(const pa_stream *stream) {
  return library.pa_stream_get_state(stream);
}

int pa_stream_get_time(pa_stream *stream, pa_usec_t *time) {
  return library.pa_stream_get_time(stream, time);
}

const pa_timing_info *pa_stream_get_timing_info(pa_stream *stream) {
  return library.pa_stream_get_timing_info(stream);
}

int pa_stream_peek(pa_stream *stream, const void **data, size_t *count) {
  return library.pa_stream_peek(stream, data, count);
}

void pa_stream_set_latency_update_callback(pa_stream *stream, pa_stream_notify_cb_t callback,
                                           void *userdata) {
  library.pa_stream_set_latency_update_callback(stream, callback, userdata);
}

size_t pa_stream_writable_size(const pa_stream *stream) {
  return library.pa_stream_writable_size(stream);
}

int pa_stream_write(pa_stream *stream, const void *data, size_t count, pa_free_cb_t free,
                    int64_t offset, pa_seek_mode_t seek) {
  return library.pa_stream_write(stream, data, count, free, offset, seek);
}

const char *pa_strerror(int error) {
  return library.pa_strerror(error);
}

pa_usec_t pa_bytes_to_usec(uint64_t length, const pa_sample_spec *spec) {
  return library.pa_bytes_to_usec(length, spec);
}
