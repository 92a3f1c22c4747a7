"""Looks at the jobs, again and again: how far they are, and whether any is held for longer than its
lease says by somebody who is gone."""
import threading
import time

LEASE = 30
# A lease runs out without a word: those who are free look for jobs every ten seconds, after a fault
# in five, and may have to wait for a store that stalls.
MARGIN = 30


class Leases(threading.Thread):
    """- capacity: how many jobs all transcribers can have at once."""

    def __init__(self, site, capacity):
        super().__init__(daemon=True)
        self.site, self.capacity = site, capacity
        self.done = 0
        self.dead = {}
        self.lock = threading.Lock()
        self.problems, self.taken_over, self.overdue, self.told = [], [], {}, set()
        self.samples, self.last, self.is_ended = 0, None, False

    def look(self):
        """The jobs that are claimed: by claim the memo, when the lease ends, and what time it is."""
        rows = self.site.postgres.ask(
            "SELECT 'count', state, count(*)::text, '', '' FROM speechmemo.jobs GROUP BY state "
            "UNION ALL SELECT 'job', owner::text, recordings.id::text, "
            "extract(epoch FROM leased_until)::text, extract(epoch FROM clock_timestamp())::text "
            "FROM speechmemo.jobs JOIN speechmemo.recordings ON recordings.library = jobs.library "
            "AND recordings.row = jobs.recording WHERE state = 'running'")
        counts = {row[1]: int(row[2]) for row in rows if row[0] == "count"}
        self.done = counts.get("done", 0)
        return {row[1]: (row[2], float(row[3]), float(row[4])) for row in rows if row[0] == "job"}

    def killed(self, memos, at):
        """Somebody was killed just now, and is not started again yet, who had begun these memos."""
        claims = self.look()
        with self.lock:
            for claim, (memo, end, _) in claims.items():
                if memo in memos:
                    self.dead[claim] = (at, end)

    def run(self):
        while not self.is_ended:
            self.sample()
            time.sleep(1)

    def sample(self):
        claims = self.look()
        now = time.time()
        step = now - self.last if self.last else 0
        self.last = now
        self.samples += 1
        is_anybody_free = sum(end > instant for _, end, instant in claims.values()) < self.capacity
        with self.lock:
            for claim, (at, end) in list(self.dead.items()):
                held = claims.get(claim)
                if held is None:
                    # Since the last time that it was seen, at most one sample ago.
                    self.taken_over.append(now - at)
                    del self.dead[claim]
                elif held[1] > max(end, at + LEASE) + 0.5 and claim not in self.told:
                    self.told.add(claim)
                    self.problems.append(f"memo {held[0]}: somebody dead has renewed the lease")
        for claim, (memo, end, instant) in claims.items():
            if end > instant + LEASE + 0.5 and claim not in self.told:
                self.told.add(claim)
                self.problems.append(f"memo {memo}: a lease of {end - instant:.0f} s")
            if end <= instant and is_anybody_free:
                # Not while the database itself was away.
                late = self.overdue[claim] = self.overdue.get(claim, 0) + min(step, 2)
                if late > MARGIN and claim not in self.told:
                    self.told.add(claim)
                    self.problems.append(
                        f"memo {memo}: held {instant - end:.0f} s after its lease, {late:.0f} s of "
                        "them while somebody was free")

    def end(self):
        self.is_ended = True
        self.join()
