#!/usr/bin/env python3
"""Lets the names of the database and the store fail to resolve, lets their certificates expire, and
replaces the certificates and their authority while a server and a transcriber run. Checks that requests
are refused with 503 during each fault, that the log names the cause, that everything resumes without a
restart, and that nothing acknowledged is lost or transcribed twice. Requires root, for a private
/etc/resolv.conf.

usage: network_faults.py SPEECHMEMO [SECONDS]
  SECONDS  duration of each fault (60)
"""

import os, pathlib, subprocess, sys, tempfile, time
from fault_run import ending
from hosting_run import Hosting
from machines import BUCKET, SCRIPTS, Store, free_port
from network_parts import Authority, Names, Proxy

ADDRESS = "127.0.53.1"


class Postgres:
    def __init__(self, room, certificate):
        self.port = free_port()
        self.process = subprocess.Popen(
            [SCRIPTS / "postgres", "--temporary", room / "postgres", "listen_addresses=127.0.0.1",
             f"port={self.port}", "ssl=on", f"ssl_cert_file={certificate[0]}",
             f"ssl_key_file={certificate[1]}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        self.administrator = self.process.stdout.readline().strip() + f"&port={self.port}"
        self.ask("CREATE ROLE owner LOGIN; CREATE ROLE server LOGIN; "
                 "GRANT CREATE ON DATABASE postgres TO owner")

    def ask(self, statement):
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", statement,
                        self.administrator], check=True, capture_output=True)

    def reload(self):
        """Reads the certificate again, and ends all connections."""
        self.ask("SELECT pg_reload_conf()")
        time.sleep(0.5)
        self.disconnect()

    def disconnect(self):
        self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'server'")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Network(Hosting):
    def __init__(self, program, room):
        super().__init__(program, room)
        self.names = Names(ADDRESS)
        self.names.start()
        self.authority = Authority(room)
        self.postgres = self.open(Postgres(room, self.authority.issue("db.test")))
        self.store = self.open(Store(room, 0, 0))
        port = free_port()
        target = self.store.environment["SPEECHMEMO_S3_ENDPOINT"].removeprefix("http://")
        host, _, target_port = target.partition(":")
        self.proxy = Proxy(port, (host, int(target_port)), self.authority.issue("store.test"))
        self.serve(
            f"postgres://db.test:{self.postgres.port}/postgres?sslmode=verify-full"
            f"&sslrootcert={self.authority.file}",
            **self.store.environment | {
                "SPEECHMEMO_AUDIO": f"s3://{BUCKET}", "SPEECHMEMO_S3_CA": str(self.authority.file),
                "SPEECHMEMO_S3_ENDPOINT": f"https://store.test:{port}"})

    def renew(self, database=True, store=True, days=2):
        if store:
            self.proxy.change(self.authority.issue("store.test", days))
        if database:
            self.authority.issue("db.test", days)
            self.postgres.reload()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if os.geteuid() != 0:
        sys.exit("network_faults.py: a private /etc/resolv.conf requires root")
    if not os.environ.get("SPEECHMEMO_PRIVATE_NAMES"):
        os.environ["SPEECHMEMO_PRIVATE_NAMES"] = "1"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    with tempfile.TemporaryDirectory(prefix="speechmemo-faults-") as name:
        room = pathlib.Path(name)
        room.chmod(0o755)
        (room / "resolv.conf").write_text(f"nameserver {ADDRESS}\noptions timeout:5 attempts:1\n")
        subprocess.run(["mount", "--bind", room / "resolv.conf", "/etc/resolv.conf"], check=True)
        network = Network(os.path.abspath(sys.argv[1]), room)

        def lose_names(mode):
            network.names.mode = mode
            network.postgres.disconnect()

        def find_names():
            network.names.mode = "good"

        def replace_authority():
            network.authority.renew()
            network.renew()

        try:
            for mode in ["broken", "silent"]:
                network.outage(f"{mode} name server", seconds, lambda: lose_names(mode), find_names,
                               "could not translate host name")
            network.outage("expired certificate of the store", seconds,
                           lambda: network.renew(database=False, days=-1),
                           lambda: network.renew(database=False), "certificate")
            network.outage("expired certificate of the database", seconds,
                           lambda: network.renew(store=False, days=-1),
                           lambda: network.renew(store=False), "certificate")
            network.outage("certificates of a new authority", seconds,
                           lambda: network.renew(days=-1), replace_authority, "certificate")
            network.compare()
        finally:
            network.close()
            subprocess.run(["umount", "--lazy", "/etc/resolv.conf"])
    return ending(network.problems, "everything resumed, and nothing is lost or duplicated")


if __name__ == "__main__":
    sys.exit(main())
