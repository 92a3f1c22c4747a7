import DatabaseClient
import Foundation

extension KeyedRequestsClient {
  static func live(_ library: some SQLLibrary) -> Self {
    Self(
      begin: { request, now, end in
        try await library.write(notifying: false) {
          try $0.begin(request, at: now, until: end)
        }
      },
      end: { request, end in
        try await library.write(notifying: false) { try $0.end(request, until: end) }
      })
  }
}
