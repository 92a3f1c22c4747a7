"""A separate PulseAudio server with a null sink. The sink's monitor is a microphone that gets the played
audio."""

import os, subprocess, threading, time, wave

MEMO = "module-null-sink sink_name=memo rate=48000"


class SoundServer:
    def __init__(self, folder, devices=(MEMO,)):
        folder.mkdir(mode=0o700)
        self.folder, self.address = folder, f"unix:{folder}/native"
        self.listener = None
        environment = {
            **os.environ, "HOME": str(folder), "PULSE_RUNTIME_PATH": str(folder),
            "XDG_RUNTIME_DIR": str(folder)}
        self.process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
             "--disable-shm", f"--log-target=file:{folder}/log",
             f"--load=module-native-protocol-unix auth-anonymous=1 socket={folder}/native",
             *(f"--load={device}" for device in devices)],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        while not (folder / "native").exists():
            if self.process.poll() is not None:
                raise SystemExit("pulseaudio did not start:\n" + (folder / "log").read_text())
            time.sleep(0.02)

    def control(self, *words):
        """Runs pactl and returns its output."""
        return subprocess.run(
            ["pactl", "--server", self.address, *words], check=True, capture_output=True,
            text=True).stdout.strip()

    def play(self, frames, rate, sink="memo"):
        """Plays 16-bit mono samples to their end."""
        player = subprocess.Popen(
            ["pacat", "--playback", "-s", self.address, "-d", sink, f"--rate={rate}",
             "--channels=1", "--format=s16le"],
            stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            player.communicate(frames)
        except OSError:
            pass

    def play_in_loop(self, sources):
        """Plays the files in a loop until the server exits."""
        def work():
            while self.process.poll() is None:
                for source in sources:
                    with wave.open(str(source)) as file:
                        self.play(file.readframes(file.getnframes()), file.getframerate())
        threading.Thread(target=work, daemon=True).start()

    def listen(self):
        """Keeps the sink's delay short. Without this listener, its monitor sends audio every two
        seconds."""
        self.listener = subprocess.Popen(
            ["parec", "-s", self.address, "-d", "memo.monitor", "--latency-msec=10"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        if self.listener:
            self.listener.kill()
            self.listener.wait()
        self.process.kill()
        self.process.wait()
