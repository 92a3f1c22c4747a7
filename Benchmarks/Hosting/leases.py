"""Samples the jobs: their progress, and claims that killed transcribers hold beyond their lease."""
import threading
import time

LEASE = 30
# The end of a lease causes no event. Free transcribers poll every ten seconds, every five after an
# error, and may have to wait for a stalled store.
MARGIN = 30


class Leases(threading.Thread):
    """- capacity: the number of jobs that all transcribers can run at once."""

    def __init__(self, site, capacity):
        super().__init__(daemon=True)
        self.site, self.capacity = site, capacity
        self.done = 0
        self.dead = {}
        self.lock = threading.Lock()
        self.problems, self.taken_over, self.overdue, self.reported = [], [], {}, set()
        self.samples, self.last, self.is_ended = 0, None, False

    def look(self):
        """Returns the running jobs by claim: the memo, the end of the lease, and the current time."""
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
        """Records the kill of a transcriber, not restarted yet, that was running these memos."""
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
        has_capacity = sum(end > instant for _, end, instant in claims.values()) < self.capacity
        with self.lock:
            for claim, (at, end) in list(self.dead.items()):
                held = claims.get(claim)
                if held is None:
                    # Released since the previous sample.
                    self.taken_over.append(now - at)
                    del self.dead[claim]
                elif held[1] > max(end, at + LEASE) + 0.5 and claim not in self.reported:
                    self.reported.add(claim)
                    self.problems.append(f"memo {held[0]}: a killed transcriber renewed the lease")
        for claim, (memo, end, instant) in claims.items():
            if end > instant + LEASE + 0.5 and claim not in self.reported:
                self.reported.add(claim)
                self.problems.append(f"memo {memo}: a lease of {end - instant:.0f} s")
            if end <= instant and has_capacity:
                # Excludes outages of the database.
                late = self.overdue[claim] = self.overdue.get(claim, 0) + min(step, 2)
                if late > MARGIN and claim not in self.reported:
                    self.reported.add(claim)
                    self.problems.append(
                        f"memo {memo}: held {instant - end:.0f} s after its lease, {late:.0f} s of "
                        "them while a transcriber was free")

    def end(self):
        self.is_ended = True
        self.join()
