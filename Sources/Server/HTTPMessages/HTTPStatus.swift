public struct HTTPStatus: Codable, Hashable, RawRepresentable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  public static let switchingProtocols = Self(rawValue: 101)
  public static let ok = Self(rawValue: 200)
  public static let created = Self(rawValue: 201)
  public static let accepted = Self(rawValue: 202)
  public static let noContent = Self(rawValue: 204)
  public static let partialContent = Self(rawValue: 206)
  public static let notModified = Self(rawValue: 304)
  public static let temporaryRedirect = Self(rawValue: 307)
  public static let badRequest = Self(rawValue: 400)
  public static let unauthorized = Self(rawValue: 401)
  public static let forbidden = Self(rawValue: 403)
  public static let notFound = Self(rawValue: 404)
  public static let methodNotAllowed = Self(rawValue: 405)
  public static let conflict = Self(rawValue: 409)
  public static let gone = Self(rawValue: 410)
  public static let preconditionFailed = Self(rawValue: 412)
  public static let contentTooLarge = Self(rawValue: 413)
  public static let unsupportedMediaType = Self(rawValue: 415)
  public static let rangeNotSatisfiable = Self(rawValue: 416)
  public static let misdirectedRequest = Self(rawValue: 421)
  public static let unprocessableContent = Self(rawValue: 422)
  public static let locked = Self(rawValue: 423)
  public static let upgradeRequired = Self(rawValue: 426)
  public static let tooManyRequests = Self(rawValue: 429)
  /// Defined by tus, not by HTTP.
  public static let checksumMismatch = Self(rawValue: 460)
  /// nginx's status for clients that left before the response. Used only in logs.
  public static let clientClosedRequest = Self(rawValue: 499)
  public static let internalServerError = Self(rawValue: 500)
  public static let serviceUnavailable = Self(rawValue: 503)
  public static let insufficientStorage = Self(rawValue: 507)

  public var isSuccess: Bool { (200..<300).contains(rawValue) }
}
