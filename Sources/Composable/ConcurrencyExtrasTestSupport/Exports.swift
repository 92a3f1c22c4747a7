// A test that binds task-local values works with tasks, and need not import both modules.
@_exported public import ConcurrencyExtras
