/// The OpenAPI 3.1 description of the server's HTTP API.
///
/// It is written by hand; tests compare it with the router.
public enum OpenAPIDocument {
  /// The document's JSON.
  public static let bytes = PackageResources.openapi_json
}
