package import SharedModels

extension Voice {
  package init(model: String, json: String, sameLikeness: Double?) throws {
    self.init(
      model: model, embedding: try Coding.decode([Float].self, json),
      sameLikeness: sameLikeness.map { Float($0) })
  }

  package var json: String {
    get throws { try Coding.encode(embedding) }
  }
}
