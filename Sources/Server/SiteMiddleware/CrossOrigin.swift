import HTTPMessages

/// Lets pages of these origins read the responses of the OpenAI routes.
func allowPages(of origins: Set<String>) -> Middleware {
  { request, next in
    var response = try await next(request)
    if request.isFromPage(of: origins) {
      response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
      response.headers.add("Vary", "Origin")
    }
    return response
  }
}

func answerPreflights(from origins: Set<String>) -> Middleware {
  { request, next in
    guard request.method == .options, request.isFromPage(of: origins),
      request.headers["Access-Control-Request-Method"] != nil
    else { return try await next(request) }
    return HTTPResponse(
      .noContent,
      headers: [
        "Access-Control-Allow-Headers": request.headers["Access-Control-Request-Headers"]
          ?? "authorization, content-type",
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Max-Age": "600",
      ])
  }
}

extension HTTPRequest {
  var isForOpenAI: Bool { path == "/v1" || path.hasPrefix("/v1/") }

  /// `true` if an allowed page uses an OpenAI route. Browsers never add its token by themselves.
  func isFromPage(of origins: Set<String>) -> Bool {
    isForOpenAI && headers["Origin"].map(origins.contains) ?? false
  }
}
