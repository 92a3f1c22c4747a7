import Cpq

struct StatementValues {
  private let types: [Oid]
  private let bytes: [[UInt8]?]

  init(_ values: [any PostgresValue]) {
    types = values.map { type(of: $0).postgresType }
    bytes = values.map(\.postgresBytes)
  }

  private var count: Int32 { Int32(types.count) }

  func prepare(_ text: String, as name: String, on connection: OpaquePointer) -> Int32 {
    PQsendPrepare(connection, name, text, count, types)
  }

  func send(prepared name: String, on connection: OpaquePointer) -> Int32 {
    withPointers { values, lengths, formats in
      PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)
    }
  }

  func send(_ text: String, on connection: OpaquePointer) -> Int32 {
    withPointers { values, lengths, formats in
      PQsendQueryParams(connection, text, count, types, values, lengths, formats, 1)
    }
  }

  private func withPointers(_ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Int32) -> Int32 {
    // One buffer for all: an array's pointer is valid only within a call.
    let all = bytes.compactMap(\.self).joined() + [0]
    return all.withUnsafeBufferPointer { all in
      all.withMemoryRebound(to: CChar.self) { all in
        var start = 0
        let pointers = bytes.map { bytes -> UnsafePointer<CChar>? in
          guard let bytes
          else { return nil }
          defer { start += bytes.count }
          return all.baseAddress.map { $0 + start }
        }
        return body(
          pointers, bytes.map { Int32($0?.count ?? 0) }, Array(repeating: 1, count: bytes.count))
      }
    }
  }
}
