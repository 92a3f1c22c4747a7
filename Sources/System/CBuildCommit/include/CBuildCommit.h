#ifndef CBUILDCOMMIT_H
#define CBUILDCOMMIT_H

#ifdef __cplusplus
extern "C" {
#endif

/// The commit that was compiled, in 40 hexadecimal digits; empty if unknown.
const char *_Nonnull build_commit(void);

#ifdef __cplusplus
}
#endif

#endif
