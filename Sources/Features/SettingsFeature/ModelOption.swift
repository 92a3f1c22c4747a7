public import ComposableTerminal
import SharedModels
public import SpeechClient

public enum ModelOption: Equatable, Sendable {
  case engineDefault
  case named(String)
  case other
}

extension ChoicePrompt<ModelOption>.State {
  /// `models` begins with the engine's default.
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
