public import ComposableTerminal
import SharedModels
public import SpeechClient
import Styleguide

/// What the model can be set to.
public enum ModelOption: Equatable, Sendable {
  /// The engine's own.
  case engineDefault
  /// One of those that the engine knows, by its name.
  case named(String)
  /// One that is typed: a name or a folder.
  case other
}

extension ChoicePrompt<ModelOption>.State {
  /// The models that the engine knows, those on this machine first.
  ///
  /// - Parameters:
  ///   - model: What is set now.
  ///   - models: What the engine knows, its own first.
  public init(model: String?, of models: [SpeechModel]) {
    let others = models.dropFirst()
    var known = others.filter(\.isInstalled) + others.filter { !$0.isInstalled }
    if let model, model != models.first?.name, !known.contains(where: { $0.name == model }) {
      known.append(SpeechModel(name: model))
    }
    self.init(
      "Model",
      choices: [
        .init("Engine default", remark: models.first?.name ?? "", value: .engineDefault)
      ]
        + known.map { known in
          let isMissing = !known.isInstalled && models.contains(known)
          let place = known.isInstalled || isMissing ? known.placeText : ""
          return .init(
            known.name,
            remark: [place, known.byteCount?.fileSize ?? "", known.languagesText]
              .filter { !$0.isEmpty }.joined(separator: ", "),
            isFaint: isMissing, value: .named(known.name))
        }
        + [.init("Other", remark: "a name or a folder", value: .other)],
      selection: model.map { .named($0) } ?? .engineDefault)
  }
}
