/// The OpenAPI 3.1 description of the HTTP API, written by hand. Tests compare it with the router.
public enum OpenAPIDocument {
  public static let bytes = PackageResources.openapi_json
}
