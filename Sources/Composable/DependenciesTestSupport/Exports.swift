// A test that has the traits sets dependencies with them, and need not import both modules.
@_exported public import Dependencies
