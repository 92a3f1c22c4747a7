#ifndef CBUILDCOMMIT_H
#define CBUILDCOMMIT_H

#ifdef __cplusplus
extern "C" {
#endif

/// The commit that the sources were at when this was compiled: 40 hexadecimal digits, or empty if
/// that cannot be known.
const char *_Nonnull build_commit(void);

#ifdef __cplusplus
}
#endif

#endif
