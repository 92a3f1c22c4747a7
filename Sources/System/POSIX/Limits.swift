import Glibc

/// Lets this process have as many files and connections open as the system allows it. What it starts
/// with is often a thousand, for the sake of programs that know no higher numbers.
public func raiseLimitOfOpenFiles() {
  var limit = rlimit()
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max
  else { return }
  limit.rlim_cur = limit.rlim_max
  _ = setrlimit(resource, &limit)
}
