#if URLSession
  public import Dependencies
  public import FoundationNetworking

  extension DependencyValues {
    /// The session that requests of a feature go through.
    ///
    /// ```swift
    /// @Dependency(\.urlSession) var urlSession
    /// let (data, _) = try await urlSession.data(from: url)
    /// ```
    ///
    /// The live value is `URLSession.shared`. In a test without an override, reading it fails the
    /// test, and its requests fail without being sent.
    public var urlSession: URLSession {
      get { self[URLSessionKey.self] }
      set { self[URLSessionKey.self] = newValue }
    }
  }

  private enum URLSessionKey: DependencyKey {
    static var liveValue: URLSession { .shared }

    static var testValue: URLSession {
      // Here, because the requests' own threads belong to no test.
      reportMissingTestValue()
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [UnimplementedProtocol.self]
      return URLSession(configuration: configuration)
    }
  }

  /// Fails every request.
  private final class UnimplementedProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      client?.urlProtocol(
        self,
        didFailWithError: URLError(
          .unsupportedURL,
          userInfo: [NSLocalizedDescriptionKey: "Unimplemented: @Dependency(\\.urlSession)"]))
    }

    override func stopLoading() {}
  }
#endif
