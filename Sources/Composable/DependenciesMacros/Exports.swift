// What the macros write uses this module, and it ends up in files that import only ours.
@_exported public import IssueReporting
