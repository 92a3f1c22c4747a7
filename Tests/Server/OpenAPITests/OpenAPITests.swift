import Foundation
import OpenAPI
import Testing

struct OpenAPITests {
  @Test("The document is OpenAPI 3.1 JSON with resolvable references")
  func references() throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes)) as? [String: Any])
    #expect(document["openapi"] as? String == "3.1.0")
    let text = String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
    let references = Set(text.matches(of: /"\$ref": "#\/([^"]*)"/).map { String($0.1) })
    #expect(references.count > 5)
    for reference in references {
      var place: Any? = document
      for name in reference.split(separator: "/") {
        place = (place as? [String: Any])?[String(name)]
      }
      #expect(place != nil, "\(reference)")
    }
  }

  @Test("Each operation has a description and its problem responses")
  func operations() throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes)) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    for (path, item) in paths {
      for (method, operation) in item where method != "parameters" {
        let operation = try #require(operation as? [String: Any])
        #expect(operation["summary"] is String, "\(method) \(path)")
        let responses = operation["responses"] as? [String: Any]
        #expect(responses?["default"] != nil, "\(method) \(path)")
      }
    }
  }
}
