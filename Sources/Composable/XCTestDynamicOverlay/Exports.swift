// The name under which issue reporting was known before: files that import it mean that module.
@_exported public import IssueReporting
