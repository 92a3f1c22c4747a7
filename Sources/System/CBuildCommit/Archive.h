// `git archive`, which code hosts use for source archives, replaces the placeholder with the
// commit: see .gitattributes.
#define COMMIT_OF_ARCHIVE "$Format:%H$"
