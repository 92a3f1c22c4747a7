import ConcurrencyExtras
import Foundation
public import OpenAIConnection
public import SpeechClient

extension SpeechClient {
  public static func openAI(
    _ server: OpenAIServer, clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    let connection = OpenAIConnection(clock: clock, server: server)
    let models = ServerModels(connection)
    let liveTasks = LockIsolated<[UUID: ServerLiveText]>([:])
    let authorization = LockIsolated(SpeechAuthorizationStatus.notDetermined)

    @Sendable func engineStatus() async -> SpeechEngineStatus {
      let status = await lookUp(connection, models)
      authorization.setValue(status.authorization)
      return status
    }

    @Sendable func refuse(_ what: String) throws -> Never {
      throw Failure.request(
        message: "models of the speech server \(server.name) must be \(what) on the server",
        hint: "'speechmemo models' lists its models")
    }

    return Self(
      addModel: { _ in try refuse("added") },
      authorizationStatus: { authorization.value },
      engineStatus: { await engineStatus() },
      finishTask: {
        for text in liveTasks.value.values { text.endAudio() }
      },
      folders: {
        [
          SpeechEngineFolder(
            name: "speech server", path: server.address, origin: "set in the settings")
        ]
          + [server.keyPlace].compactMap(\.self).map {
            SpeechEngineFolder(name: "speech server's key", path: $0.path, origin: $0.origin)
          }
      },
      keepWarm: { _ in },
      prepareModel: { name in
        guard let names = try await models.names(), !names.contains(name)
        else { return }
        throw Failure.weights(
          message: "the speech server \(server.name) has no model '\(name)'",
          hint: "'speechmemo models' lists its models")
      },
      removeModel: { _ in try refuse("removed") },
      requestAuthorization: { await engineStatus().authorization },
      speakers: {
        try await ServerSpeakers(connection: connection, models: models).speakers($0)
      },
      startTask: { request in
        boundedStream { emit in
          let text = ServerLiveText(request, connection, models, emit: emit)
          let id = UUID()
          liveTasks.withValue { $0[id] = text }
          defer { liveTasks.withValue { _ = $0.removeValue(forKey: id) } }
          try await text.run()
        }
      },
      transcribe: { request in
        boundedStream { emit in
          try await ServerRecognition(request, connection, models, emit: emit).run()
        }
      })
  }
}

/// Checks the server by listing its models or, without a list, by transcribing a second of silence.
private func lookUp(
  _ connection: OpenAIConnection, _ models: ServerModels
) async -> SpeechEngineStatus {
  let server = connection.server
  var status = SpeechEngineStatus(
    engine: server.engine, location: server.address,
    server: SpeechServer(name: server.name, isOnThisMachine: server.isOnThisMachine))
  do {
    await models.forgetNames()
    if let names = try await models.names() {
      let defaultModel = ServerModels.defaultModel(of: names)
      let sorted = names.filter { $0 == defaultModel } + names.filter { $0 != defaultModel }
      status.models = sorted.map { SpeechModel(name: $0, isServed: true) }
      status.model = sorted.first
    } else {
      try await probe(connection)
      status.model = ServerModels.defaultModel(of: [])
    }
    status.authorization = .authorized
  } catch {
    status.authorization = error is CancellationError ? .notDetermined : .restricted
    status.failure =
      error as? SpeechClient.Failure ?? (error is CancellationError ? nil : .taskError)
  }
  return status
}

private func probe(_ connection: OpenAIConnection) async throws {
  var body = FormBody()
  body.add("model", ServerModels.defaultModel(of: []))
  body.add("response_format", "json")
  body.add(wave: WaveFile.bytes(of: [Int16](repeating: 0, count: SpeechAudio.sampleRate)))
  let response = try await connection.transcribe(body, lasting: .seconds(1))
  guard response.status == 200, (try? TranscriptionResponse(response.body, length: 1)) != nil
  else { throw connection.server.speechFailure(response, model: ServerModels.defaultModel(of: [])) }
}
