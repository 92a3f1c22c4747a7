// Generated code uses this module, in files that import only ours.
@_exported public import IssueReporting
