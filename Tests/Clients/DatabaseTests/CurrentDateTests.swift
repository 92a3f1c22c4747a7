import DatabaseClient
import Dependencies
import Foundation
import TestLibraries
import Testing

struct CurrentDateTests {
  @Test("Clients of a database server share its clock, and others use their machine's")
  func clocks() async throws {
    let (server, machine) = (
      Date(timeIntervalSince1970: 1_000_000), Date(timeIntervalSince1970: 1_000_300)
    )
    for kind in TestLibrary.all {
      let library = try await TestLibrary(kind, now: server)
      for client in [library.database, try await library.secondClient()] {
        let date = try await withDependencies {
          $0.date = .constant(machine)
        } operation: {
          try await client.currentDate()
        }
        #expect(date == (kind == .postgres ? server : machine), "\(kind)")
      }
    }
  }
}
