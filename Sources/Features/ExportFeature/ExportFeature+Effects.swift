import ComposableArchitecture
import ComposableTerminal
import ExportCore
import Foundation
import SharedModels
import TerminalUI
import TranscriptExport

extension ExportFeature {
  private static let previewSegments = 40
  private static let previewLength = 4000

  func preview(_ state: inout State) -> Effect<Action> {
    guard case .transcript(let format) = state.content, let recording = state.shownRecording
    else { return .cancel(id: CancelID.preview) }
    guard state.recordings.count == 1
    else { return measure(format, &state) }
    state.preview = .loading
    return .respond(with: Action.previewResponse) { [options = state.options] in
      let text = try await Exporter().text(
        of: recording, as: format, subtitles: options, limit: Self.previewSegments)
      return String(text.prefix(Self.previewLength))
    }
    .cancellable(id: CancelID.preview, cancelInFlight: true)
  }

  private func measure(_ format: ExportFormat, _ state: inout State) -> Effect<Action> {
    state.sizes = [:]
    return .run { [options = state.options, recordings = state.listed] send in
      for recording in recordings {
        try Task.checkCancellation()
        await send(.sizeResponse(recording.id, await size(of: recording, as: format, options)))
      }
    }
    .cancellable(id: CancelID.preview, cancelInFlight: true)
  }

  private func size(
    of recording: Recording, as format: ExportFormat, _ options: SubtitleOptions
  ) async -> TextSize {
    do {
      let text = try await Exporter().text(of: recording, as: format, subtitles: options)
      return .bytes(Int64(text.utf8.count))
    } catch ExportProblem.noTranscript {
      return .noTranscript
    } catch {
      return .unreadable
    }
  }

  func export(_ state: inout State, replacing: Bool) -> Effect<Action> {
    state.problem = nil
    let names: [String]
    if state.recordings.count == 1 {
      let name = state.name.text.trimmingCharacters(in: .whitespaces)
      if let problem = problem(of: name) ?? missingTranscriptReason(state) {
        state.problem = problem
        return .none
      }
      names = [name]
    } else {
      names = state.content.fileNames(of: state.recordings)
    }
    state.phase = .exporting
    state.written = []
    let folder = ExportPlace().folder(state.folder.text)
    return .run {
      [content = state.content, options = state.options, recordings = state.recordings]
      send in
      let exporter = Exporter()
      let places = names.map { folder.appendingPathComponent($0) }
      let existing = try await exporter.existing(places)
      guard existing.isEmpty || replacing
      else { return await send(.existingResponse(existing)) }
      var skipped: [String] = []
      for (recording, place) in zip(recordings, places) {
        do {
          try await exporter.export(
            recording, as: content, subtitles: options, to: place, replacing: replacing)
          await send(.memoExported(place))
        } catch let problem as ExportProblem where recordings.count > 1 && problem.isMemoSpecific {
          skipped.append(problem.description)
        }
      }
      await send(.exportResponse(.success(skipped)))
    } catch: { error, send in
      await send(.exportResponse(.failure(error)))
    }
    .cancellable(id: CancelID.export)
  }

  private func problem(of name: String) -> String? {
    if name.isEmpty { return "enter a file name" }
    if name.contains("/") || name == "." || name == ".." {
      return "'\(name)' is not a valid file name: leave out '/' and set the folder above"
    }
    return nil
  }

  private func missingTranscriptReason(_ state: State) -> String? {
    guard case .transcript = state.content, case .missing(let reason) = state.preview
    else { return nil }
    return reason
  }
}

extension ExportProblem {
  fileprivate var isMemoSpecific: Bool {
    switch self {
    case .noAudio, .noTranscript: true
    case .exists, .isFolder, .isLibrary, .noFolder: false
    }
  }
}
