import ConcurrencyExtras
public import Dependencies
import Foundation
import POSIX
public import SpeechClient

extension SpeechClient: DependencyKey {
  public static let liveValue = Self.live(EngineSettings())
}

extension SpeechClient {
  /// Starts engines that speak `SpeechEngineProtocol.md` on demand, and ends them with itself.
  public static func live(_ settings: EngineSettings) -> Self {
    live(over: EnginePool(settings))
  }

  static func live(over pool: EnginePool) -> Self {
    let settings = pool.settings
    // A separate pool, so that live text doesn't wait for recordings. Both share idle engines.
    let livePool = EnginePool(settings.live, idle: pool.idle)
    let liveTasks = LockIsolated<[UUID: LiveRecognition]>([:])
    let authorization = LockIsolated(SpeechAuthorizationStatus.notDetermined)

    @Sendable func engineStatus() async -> SpeechEngineStatus {
      let status = await lookUp(pool)
      authorization.setValue(status.authorization)
      return status
    }

    @Sendable func perform(_ request: EngineRequest) async throws {
      try await mappingLoss {
        try await pool.withEngine { engine in
          _ = try await engine.perform(request) { _, _ in }
        }
      }
    }

    return Self(
      addModel: { try await perform(.add(model: $0)) },
      authorizationStatus: { authorization.value },
      engineStartCount: { pool.idle.startCount.value },
      engineStatus: { await engineStatus() },
      finishTask: {
        for recognition in liveTasks.value.values { await recognition.endAudio() }
      },
      folders: { settings.engineFolders },
      keepWarm: { model in
        await EngineLender(pool).run { try? await warmUp(pool, model) }
      },
      prepareModel: { try await perform(.load(model: $0)) },
      removeModel: { try await perform(.remove(model: $0)) },
      requestAuthorization: { await engineStatus().authorization },
      speakers: { try await SpeakerRecognition($0, pool).run() },
      startTask: { request in
        boundedStream { emit in
          let recognition = LiveRecognition(request, livePool, emit: emit)
          let id = UUID()
          liveTasks.withValue { $0[id] = recognition }
          defer { liveTasks.withValue { _ = $0.removeValue(forKey: id) } }
          try await mappingLoss { try await recognition.run() }
        }
      },
      transcribe: { request in
        boundedStream { emit in
          try await Recognition(request, pool, emit: emit).run()
        }
      })
  }
}

private func warmUp(_ pool: EnginePool, _ model: String?) async throws {
  try await pool.withEngine { engine in
    let others = try await engine.perform(.load(model: nil)) { _, _ in }.otherModels
    let known = await engine.models + others
    guard let model,
      fileExists(model) || known.contains(where: { $0.name == model && $0.isInstalled })
    else { return }
    _ = try await engine.perform(.load(model: model)) { _, _ in }
  }
}

private func lookUp(_ pool: EnginePool) async -> SpeechEngineStatus {
  var status = SpeechEngineStatus(location: pool.settings.location)
  do {
    _ = try pool.settings.command()
  } catch {
    status.authorization = .denied
    status.failure = error as? SpeechClient.Failure
    return status
  }
  do {
    (status.engine, status.device, status.models, status.speakerWeights) = try await mappingLoss {
      try await pool.withEngine { engine in
        // Only loading a model shows that its files are intact.
        let summary = try await engine.perform(.load(model: nil)) { _, _ in }
        let installed = summary.models.isEmpty ? await engine.models : summary.models
        let models = installed + summary.otherModels
        return await (engine.info, engine.device, models, engine.speakerWeights)
      }
    }
    status.model = status.models.first?.name
    status.modelLocation = status.models.first?.folder
    status.authorization = .authorized
  } catch {
    status.authorization = error is CancellationError ? .notDetermined : .restricted
    status.failure = error as? SpeechClient.Failure
  }
  return status
}

func mappingLoss<R>(_ work: () async throws -> R) async throws -> R {
  do {
    return try await work()
  } catch let error as EngineLost {
    throw error.failure
  }
}
