"""wrk, and nginx for comparison."""
import os
import re
import subprocess
import time
from dataclasses import dataclass

from site_under_test import pinned


@dataclass
class Result:
    rate: float
    p50: float
    p99: float
    errors: int


class Load:
    connections = 16

    def run(self, url, headers, seconds, rate=None):
        """Sends requests as fast as possible, or at about this rate."""
        words = pinned(1) + ["wrk", "-t1", f"-c{self.connections}", f"-d{seconds}s", "--latency"]
        for name, value in headers.items():
            words += ["-H", f"{name}: {value}"]
        if rate:
            # Each connection pauses between requests.
            pause = max(1, round(1000 * self.connections / rate))
            connections = max(1, round(rate * pause / 1000))
            script = os.path.join("/tmp", f"wrk-{os.getpid()}.lua")
            with open(script, "w") as file:
                file.write(f"function delay() return {pause} end\n")
            words = [f"-c{connections}" if word.startswith("-c") and word[2:].isdigit() else word
                     for word in words]
            words += ["-s", script]
        text = subprocess.run(words + [url], capture_output=True, text=True, check=True).stdout
        failures = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
        return Result(
            float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1)),
            milliseconds(re.search(r"^\s+50%\s+(\S+)$", text, re.MULTILINE).group(1)),
            milliseconds(re.search(r"^\s+99%\s+(\S+)$", text, re.MULTILINE).group(1)),
            int(failures.group(1)) if failures else 0)


def milliseconds(text):
    for unit, factor in (("us", 0.001), ("ms", 1), ("s", 1000)):
        if text.endswith(unit):
            return float(text[:-len(unit)]) * factor
    return float(text)


class Nginx:
    """An nginx that serves the bytes of our responses as files."""
    port = 18_765

    def __init__(self, room):
        self.root = os.path.join(room, "nginx")
        os.makedirs(self.root)
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        configuration = os.path.join(self.root, "nginx.conf")
        with open(configuration, "w") as file:
            file.write(f"""
              daemon off; user root; worker_processes 1; pid {self.root}/pid; error_log {self.root}/errors;
              events {{ worker_connections 4096; }}
              http {{
                access_log {self.root}/log; sendfile on; keepalive_requests 100000000;
                client_body_temp_path {self.root}/a; proxy_temp_path {self.root}/b;
                fastcgi_temp_path {self.root}/c; uwsgi_temp_path {self.root}/d;
                scgi_temp_path {self.root}/e;
                server {{ listen 127.0.0.1:{self.port}; root {self.root}; }}
              }}""")
        self.process = subprocess.Popen(
            pinned(0) + ["nginx", "-p", self.root, "-c", configuration],
            stderr=subprocess.DEVNULL)
        time.sleep(1)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def serve(self, name, body, headers):
        """Stores the bytes, and returns their path and the request headers."""
        file_name = re.sub(r"\W", "-", name)
        offset = int(re.search(r"bytes=(\d+)", headers["Range"]).group(1)) if headers else 0
        with open(os.path.join(self.root, file_name), "wb") as file:
            file.write(bytes(offset) + body + bytes(offset))
        return f"/{file_name}", headers
