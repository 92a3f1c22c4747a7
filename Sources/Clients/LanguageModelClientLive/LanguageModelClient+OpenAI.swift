import ConcurrencyExtras
public import LanguageModelClient
public import OpenAIConnection

extension LanguageModelClient {
  /// A server with OpenAI's chat completions, such as Ollama, llama.cpp, vLLM, or OpenAI's.
  /// - Parameter model: The model's name; `nil` for a server that has only one.
  public static func openAI(
    _ server: OpenAIServer, model: String?, clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    let connection = OpenAIConnection(clock: clock, server: server)
    let form = LockIsolated(ChatForm())
    return Self(
      model: { try await ServerModels.model(named: model, on: connection) },
      respond: { request in
        AsyncThrowingStream { continuation in
          let task = Task {
            do {
              try await ChatRequest(connection: connection, form: form, request: request).send {
                continuation.yield($0)
              }
              continuation.finish()
            } catch let failure as OpenAIFailure {
              continuation.finish(throwing: Failure(failure))
            } catch {
              continuation.finish(throwing: error)
            }
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      },
      server: {
        LanguageModelServer(name: server.name, isOnThisMachine: server.isOnThisMachine)
      })
  }
}
