import ConcurrencyExtras
import Foundation

extension KeyedRequestsClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      begin: { request, now, end in
        library.withValue { library in
          library.keyedRequests = library.keyedRequests.filter { $0.value.end > now }
          if let other = library.keyedRequests[request.key] { return other.request }
          library.keyedRequests[request.key] = (request, end)
          return nil
        }
      },
      end: { request, end in
        library.withValue { library in
          if request.reply != nil {
            library.keyedRequests[request.key] = (request, end)
          } else if library.keyedRequests[request.key]?.request.reply == nil {
            library.keyedRequests[request.key] = nil
          }
        }
      })
  }
}
