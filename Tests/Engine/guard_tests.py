"""Tests of what makes a hearing suspect, and of how a recording is cut. Run by GuardTests.swift."""

import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))

import numpy as np

import guard
import pieces
from audio import RATE
from ways import Heard, Way, judge


def times(count, each=0.3, first=0.0):
    return [(first + i * each, first + (i + 1) * each) for i in range(count)]


class Loops(unittest.TestCase):
    def test_a_word_that_comes_again_and_again(self):
        self.assertTrue(guard.loops("so go go go go go go".split()))
        self.assertFalse(guard.loops("no no no no no said the fox".split()))

    def test_a_phrase_that_comes_again_and_again(self):
        self.assertTrue(guard.loops("thank you " .split() * 4))
        self.assertTrue(guard.loops("we are going to the river ".split() * 3))
        self.assertFalse(guard.loops("we are going to the river ".split() * 2))
        self.assertFalse(guard.loops([]))


class Crowds(unittest.TestCase):
    def test_more_words_than_can_be_said(self):
        self.assertTrue(guard.crowds(times(5) + times(8, 0.02, 1.5)))
        self.assertFalse(guard.crowds(times(20, 0.15)))


class GoesBack(unittest.TestCase):
    def test_a_word_before_the_one_before_it(self):
        self.assertTrue(guard.goes_back([(0.0, 0.4), (3.0, 3.5), (1.0, 1.4)]))
        self.assertTrue(guard.goes_back([(1.0, 0.5)]))

    def test_what_is_only_rounded_otherwise(self):
        self.assertFalse(guard.goes_back([(0.0, 0.4), (0.38, 0.6), (0.6, 0.6)]))


class Gaps(unittest.TestCase):
    def test_where_there_is_no_word(self):
        self.assertEqual(guard.gaps([(5.0, 5.5), (6.0, 6.4)], 12.0), [(0.0, 5.0), (6.4, 12.0)])

    def test_a_stretched_word_says_nothing_of_what_is_behind_it(self):
        self.assertEqual(guard.gaps([(0.0, 9.0)], 9.5), [(1.0, 9.5)])


class Judged(unittest.TestCase):
    def heard(self, words):
        return Heard(None, -0.2, 1.5, Way(), None, is_sure=True, is_silence=False, words=[
            {"word": f" {text}", "start": start, "end": end} for text, start, end in words])

    def judged(self, words, end=10.0, passed=lambda start, end: end - start):
        heard = self.heard(words)
        judge(heard, end, passed, 1.0)
        return heard

    def test_what_can_be_what_was_said(self):
        self.assertTrue(self.judged([("one", 0.5, 1.0), ("two", 1.2, 2.0)], end=3.0).is_fine)

    def test_times_that_run_backwards_are_odd(self):
        heard = self.judged([("one", 2.0, 2.5), ("two", 0.5, 0.9)], end=3.0)
        self.assertTrue(heard.is_odd)
        self.assertFalse(heard.is_fine)

    def test_speech_without_a_word(self):
        self.assertFalse(self.judged([], end=2.0).is_fine)
        self.assertTrue(self.judged([], end=2.0, passed=lambda start, end: 0.0).is_fine)

    def test_a_beginning_that_was_passed_over(self):
        heard = self.judged([("late", 6.0, 6.5), ("words", 6.6, 9.0)])
        self.assertEqual((heard.is_fine, heard.head, heard.passed), (False, 600, 6.0))

    def test_an_end_that_was_passed_over_is_the_next_steps(self):
        heard = self.judged([("early", 0.5, 1.0), ("words", 1.1, 1.5)])
        self.assertEqual((heard.is_fine, heard.rest), (True, 8.5))


class Cut(unittest.TestCase):
    """Where there is speech is given: (first, last) second."""

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

    def test_what_is_short_is_not_cut(self):
        self.assertEqual(self.seconds(self.cut((0, 7), (8.9, 14), seconds=15)), [[(0, 15)]])

    def test_silence_is_left_out(self):
        found = self.cut((5, 8), (30, 33), seconds=60)
        self.assertEqual(self.seconds(found), [[(4.6, 8.4), (29.6, 33.4)]])
        self.assertEqual(len(found[0].samples), sum(b - a for a, b in found[0].spans))
        self.assertEqual(found[0].samples[0], round(4.6 * RATE))

    def test_without_a_pause_it_stays_whole_until_there_is_one(self):
        self.assertEqual(self.seconds(self.cut((0, 40), seconds=40)), [[(0, 40)]])
        found = self.cut((0, 24), (24.4, 40), seconds=40)
        self.assertEqual(self.seconds(found), [[(0, 24.2)], [(24.2, 40)]])

    def test_nothing_is_lost_or_twice(self):
        speech = [(i * 1.3, i * 1.3 + 1.1) for i in range(80)]
        found = self.cut(*speech, seconds=104)
        self.assertGreater(len(found), 6)
        self.assertTrue(all(
            piece.seconds <= pieces.LONGEST for piece in found))
        whole = np.concatenate([piece.samples for piece in found])
        self.assertTrue((whole == np.arange(len(whole))).all())

    def test_nobody_speaks(self):
        self.assertEqual(self.cut(seconds=30), [])
        self.assertEqual(self.seconds(self.cut(seconds=30, filtered=False)), [[(0, 30)]])


if __name__ == "__main__":
    unittest.main()
