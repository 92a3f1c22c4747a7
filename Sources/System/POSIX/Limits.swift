import Glibc

/// Raises the soft limit on open files, often about a thousand, to the hard limit.
public func raiseOpenFileLimit() {
  var limit = rlimit()
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max
  else { return }
  limit.rlim_cur = limit.rlim_max
  _ = setrlimit(resource, &limit)
}
