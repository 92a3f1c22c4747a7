"""A server that can be killed and restarted."""

import http.client, json, os, signal, subprocess, threading

# A request raises these if its connection breaks.
BROKEN = (OSError, http.client.HTTPException)


class Server:
    def __init__(self, program, library, environment=os.environ, errors=subprocess.DEVNULL):
        self.program, self.errors = program, errors
        self.environment = {**environment, "SPEECHMEMO_HOME": str(library)}
        self.port = 0
        added = subprocess.run(
            [program, "tokens", "add", "faults", "--scope", "read,write,transcribe"], env=self.environment,
            check=True, capture_output=True, text=True)
        self.token = added.stdout.strip()

    def start(self):
        self.begin()
        self.wait_for_port()

    def begin(self, *options):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--rate-limit", "0", "--json",
             *options],
            env=self.environment,
            stdout=subprocess.PIPE, stderr=self.errors, text=True)

    def wait_for_port(self):
        # Events about pending transcripts may come first.
        while "port" not in (event := json.loads(self.process.stdout.readline())):
            pass
        self.port = event["port"]
        threading.Thread(target=self.drain, args=(self.process,), daemon=True).start()

    @staticmethod
    def drain(process):
        for _ in process.stdout:
            pass

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, method, target, headers={}, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, target, body, {
                "Authorization": "Bearer " + self.token, "Tus-Resumable": "1.0.0", **headers})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()
