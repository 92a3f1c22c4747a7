#include "Cpulse.h"

#include "CLibraryLoading.h"

#define FUNCTIONS(FUNCTION, PROCEDURE, VARIADIC) \
  FUNCTION(pa_mainloop_new, pa_mainloop *, (void), ()) \
  PROCEDURE(pa_mainloop_free, (pa_mainloop *loop), (loop)) \
  FUNCTION(pa_mainloop_get_api, pa_mainloop_api *, (pa_mainloop *loop), (loop)) \
  FUNCTION(pa_mainloop_prepare, int, (pa_mainloop *loop, int timeout), (loop, timeout)) \
  FUNCTION(pa_mainloop_poll, int, (pa_mainloop *loop), (loop)) \
  FUNCTION(pa_mainloop_dispatch, int, (pa_mainloop *loop), (loop)) \
  FUNCTION(pa_context_new, pa_context *, (pa_mainloop_api *api, const char *name), (api, name)) \
  PROCEDURE(pa_context_unref, (pa_context *context), (context)) \
  FUNCTION(pa_context_connect, int, \
    (pa_context *context, const char *server, pa_context_flags_t flags, \
     const pa_spawn_api *spawn), (context, server, flags, spawn)) \
  PROCEDURE(pa_context_disconnect, (pa_context *context), (context)) \
  FUNCTION(pa_context_errno, int, (const pa_context *context), (context)) \
  FUNCTION(pa_context_get_state, pa_context_state_t, (const pa_context *context), (context)) \
  FUNCTION(pa_context_get_server_info, pa_operation *, \
    (pa_context *context, pa_server_info_cb_t callback, void *userdata), \
    (context, callback, userdata)) \
  FUNCTION(pa_context_get_sink_info_list, pa_operation *, \
    (pa_context *context, pa_sink_info_cb_t callback, void *userdata), \
    (context, callback, userdata)) \
  FUNCTION(pa_context_get_source_info_list, pa_operation *, \
    (pa_context *context, pa_source_info_cb_t callback, void *userdata), \
    (context, callback, userdata)) \
  PROCEDURE(pa_operation_cancel, (pa_operation *operation), (operation)) \
  FUNCTION(pa_operation_get_state, pa_operation_state_t, (const pa_operation *operation), \
    (operation)) \
  PROCEDURE(pa_operation_unref, (pa_operation *operation), (operation)) \
  FUNCTION(pa_stream_new, pa_stream *, \
    (pa_context *context, const char *name, const pa_sample_spec *spec, \
     const pa_channel_map *map), (context, name, spec, map)) \
  PROCEDURE(pa_stream_unref, (pa_stream *stream), (stream)) \
  FUNCTION(pa_stream_connect_playback, int, \
    (pa_stream *stream, const char *device, const pa_buffer_attr *buffer, pa_stream_flags_t flags, \
     const pa_cvolume *volume, pa_stream *other), (stream, device, buffer, flags, volume, other)) \
  FUNCTION(pa_stream_connect_record, int, \
    (pa_stream *stream, const char *device, const pa_buffer_attr *buffer, \
     pa_stream_flags_t flags), (stream, device, buffer, flags)) \
  FUNCTION(pa_stream_disconnect, int, (pa_stream *stream), (stream)) \
  FUNCTION(pa_stream_cork, pa_operation *, \
    (pa_stream *stream, int stop, pa_stream_success_cb_t callback, void *userdata), \
    (stream, stop, callback, userdata)) \
  FUNCTION(pa_stream_drain, pa_operation *, \
    (pa_stream *stream, pa_stream_success_cb_t callback, void *userdata), \
    (stream, callback, userdata)) \
  FUNCTION(pa_stream_drop, int, (pa_stream *stream), (stream)) \
  FUNCTION(pa_stream_get_state, pa_stream_state_t, (const pa_stream *stream), (stream)) \
  FUNCTION(pa_stream_get_time, int, (pa_stream *stream, pa_usec_t *time), (stream, time)) \
  FUNCTION(pa_stream_get_timing_info, const pa_timing_info *, (pa_stream *stream), (stream)) \
  FUNCTION(pa_stream_peek, int, (pa_stream *stream, const void **data, size_t *count), \
    (stream, data, count)) \
  PROCEDURE(pa_stream_set_latency_update_callback, \
    (pa_stream *stream, pa_stream_notify_cb_t callback, void *userdata), \
    (stream, callback, userdata)) \
  FUNCTION(pa_stream_writable_size, size_t, (const pa_stream *stream), (stream)) \
  FUNCTION(pa_stream_write, int, \
    (pa_stream *stream, const void *data, size_t count, pa_free_cb_t free, int64_t offset, \
     pa_seek_mode_t seek), (stream, data, count, free, offset, seek)) \
  FUNCTION(pa_strerror, const char *, (int error), (error)) \
  FUNCTION(pa_bytes_to_usec, pa_usec_t, (uint64_t length, const pa_sample_spec *spec), \
    (length, spec))

LOADED_LIBRARY(load_pulse, "libpulse.so.0", "libpulse0", FUNCTIONS)
