"""A name server, certificates, and a TLS proxy that fail on demand."""

import asyncio, os, pathlib, pwd, socket, ssl, struct, subprocess, threading


class Names(threading.Thread):
    """A DNS server. All names are of this machine. `mode` is 'good', 'broken', or 'silent'."""

    def __init__(self, address):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((address, 53))
        self.mode = "good"

    def run(self):
        while True:
            query, client = self.socket.recvfrom(512)
            if self.mode != "silent":
                self.socket.sendto(self.response(query), client)

    def response(self, query):
        end = query.index(0, 12) + 5
        is_found = self.mode == "good" and query[end - 4:end - 2] == b"\0\1"
        flags = 0x8180 if self.mode == "good" else 0x8182
        head = query[:2] + struct.pack(">5H", flags, 1, is_found, 0, 0) + query[12:end]
        answer = struct.pack(">3HIH4s", 0xC00C, 1, 1, 0, 4, socket.inet_aton("127.0.0.1"))
        return head + answer * is_found


class Authority:
    """Certificates of an own authority. `file` has the trusted one."""

    def __init__(self, room):
        self.room, self.file = room, room / "authority.pem"
        self.renew()

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.room, check=True, capture_output=True)

    def renew(self):
        """Replaces the authority by another one with the same name."""
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                     "-nodes", "-keyout", "authority.key", "-out", "new.pem", "-days", "2",
                     "-subj", "/CN=Authority")
        os.replace(self.room / "new.pem", self.file)

    def issue(self, host, days=2):
        """Writes a certificate and its key, for a server that reads them again."""
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                     "-keyout", f"{host}.key", "-out", "request.pem", "-subj", f"/CN={host}")
        (self.room / "names").write_text(f"subjectAltName=DNS:{host}")
        self.openssl("x509", "-req", "-in", "request.pem", "-CA", self.file, "-CAkey",
                     "authority.key", "-CAcreateserial", "-days", str(days), "-extfile", "names",
                     "-out", f"{host}.pem")
        key = self.room / f"{host}.key"
        if os.geteuid() == 0:
            # As PostgreSQL requires, which runs as another user.
            os.chown(key, 0, pwd.getpwnam("postgres").pw_gid)
            key.chmod(0o640)
        return self.room / f"{host}.pem", key


class Proxy:
    """Decrypts connections for a server without TLS."""

    def __init__(self, port, target, certificate):
        self.port, self.target, self.writers = port, target, set()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.call(self.listen(certificate))

    def call(self, work):
        asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def listen(self, certificate):
        # A new context: a resumed session would not show the new certificate.
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port, ssl=context)

    async def serve(self, reader, writer):
        to_reader, to_writer = await asyncio.open_connection(*self.target)
        self.writers |= {writer, to_writer}
        await asyncio.gather(self.copy(reader, to_writer), self.copy(to_reader, writer))

    async def copy(self, reader, writer):
        try:
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        self.writers.discard(writer)
        writer.close()

    def change(self, certificate):
        """Uses another certificate, and ends all connections."""
        self.call(self.restart(certificate))

    async def restart(self, certificate):
        self.server.close()
        for writer in self.writers:
            writer.transport.abort()
        await self.listen(certificate)
