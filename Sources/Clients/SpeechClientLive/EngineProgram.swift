import Foundation

enum EngineProgram {
  /// Byte for byte the same in each process, since processes compare it before sharing an engine.
  static var source: Data {
    get throws {
      let modules = [
        "added": PackageResources.added_py,
        "ahead": PackageResources.ahead_py,
        "audio": PackageResources.audio_py,
        "catalog": PackageResources.catalog_py,
        "clustering": PackageResources.clustering_py,
        "confidence": PackageResources.confidence_py,
        "devices": PackageResources.devices_py,
        "guard": PackageResources.guard_py,
        "hearing": PackageResources.hearing_py,
        "live": PackageResources.live_py,
        "models": PackageResources.models_py,
        "options": PackageResources.options_py,
        "pieces": PackageResources.pieces_py,
        "place": PackageResources.place_py,
        "recognizer": PackageResources.recognizer_py,
        "segmentation": PackageResources.segmentation_py,
        "speakers": PackageResources.speakers_py,
        "spoken": PackageResources.spoken_py,
        "steps": PackageResources.steps_py,
        "voices": PackageResources.voices_py,
        "ways": PackageResources.ways_py,
        "wire": PackageResources.wire_py,
        "words": PackageResources.words_py,
      ].mapValues { String(decoding: $0, as: UTF8.self) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let json = try encoder.encode(modules).base64EncodedString()
      let main = Data(PackageResources.main_py).base64EncodedString()
      return Data(
        """
        import base64, importlib.abc, importlib.util, json, sys

        class Modules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
            sources = json.loads(base64.b64decode("\(json)"))

            def find_spec(self, name, path, target=None):
                if name in self.sources:
                    return importlib.util.spec_from_loader(name, self)

            def exec_module(self, module):
                name = module.__name__
                exec(compile(self.sources[name], name + ".py", "exec"), module.__dict__)

        sys.meta_path.insert(0, Modules())
        exec(compile(base64.b64decode("\(main)"), "main.py", "exec"))

        """.utf8)
    }
  }
}
