// `git archive` (and with it the source archives of code hosts) writes the commit between these
// quotes: see .gitattributes. In a clone they hold the placeholder.
#define COMMIT_OF_ARCHIVE "$Format:%H$"
