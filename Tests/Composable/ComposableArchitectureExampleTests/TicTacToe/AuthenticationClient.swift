import ComposableArchitecture

struct LoginRequest: Equatable, Sendable {
  var email: String
  var password: String
}

struct TwoFactorRequest: Equatable, Sendable {
  var code: String
  var token: String
}

struct AuthenticationResponse: Equatable, Sendable {
  var token: String
  var twoFactorRequired: Bool
}

enum AuthenticationError: Error, Equatable, Sendable {
  case invalidTwoFactor
  case invalidUserPassword

  var message: String {
    switch self {
    case .invalidTwoFactor: "The code is wrong: try again."
    case .invalidUserPassword: "Unknown user, or wrong password."
    }
  }
}

@DependencyClient
struct AuthenticationClient: Sendable {
  var login: @Sendable (_ request: LoginRequest) async throws -> AuthenticationResponse
  var twoFactor: @Sendable (_ request: TwoFactorRequest) async throws -> AuthenticationResponse
}

extension AuthenticationClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var authenticationClient: AuthenticationClient {
    get { self[AuthenticationClient.self] }
    set { self[AuthenticationClient.self] = newValue }
  }
}
