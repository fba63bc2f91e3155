# Receives callbacks: checks the signature, keeps each once, answers, and works afterwards. Python 3.8 or newer, alone.
#
#   CALLBACK_SECRETS='whsec_…' python3 receive.py [port]
#
# CALLBACK_SECRETS: those that you accept, with spaces between. CALLBACK_FOLDER (callbacks): where they are kept.
import base64
import hashlib
import hmac
import os
import queue
import re
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 5 * 60
MOST_BYTES = 64 * 1024
FOLDER = os.environ.get("CALLBACK_FOLDER", "callbacks")
KEYS = [
    base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret)
    for secret in os.environ.get("CALLBACK_SECRETS", "").split()
]
if not KEYS:
    sys.exit("set CALLBACK_SECRETS")
os.makedirs(FOLDER, exist_ok=True)
new = queue.Queue()


def is_signed(headers, body):
    """Over the bytes as they came: what a JSON parser makes of them is no longer what was signed."""
    id, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[A-Za-z0-9_-]+", id) or not re.fullmatch(r"[0-9]{1,12}", stamp):
        return False
    if abs(time.time() - int(stamp)) > TOLERANCE_SECONDS:
        return False
    for key in KEYS:
        expected = b"v1," + base64.b64encode(hmac.new(key, f"{id}.{stamp}.".encode() + body, hashlib.sha256).digest())
        for given in headers.get("webhook-signature", "").split(" "):
            if hmac.compare_digest(given.encode(), expected):
                return True
    return False


def keep(id, body):
    """Whether it is new: whole, or not there. A table with the id as its key does the same."""
    with tempfile.NamedTemporaryFile(dir=FOLDER, suffix=".part") as part:
        part.write(body)
        part.flush()
        try:
            os.link(part.name, os.path.join(FOLDER, f"{id}.json"))
            return True
        except FileExistsError:
            return False


def work():
    """Your own work, after the answer."""
    while True:
        sys.stdout.buffer.write(b"received: " + new.get() + b"\n")
        sys.stdout.buffer.flush()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not re.fullmatch(r"[0-9]{1,12}", length) or int(length) > MOST_BYTES:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_signed(self.headers, body):
            return self.answer(401)
        try:
            is_new = keep(self.headers["webhook-id"], body)
        except OSError as error:
            # What is not kept is not taken: the gateway comes again.
            print(error, file=sys.stderr)
            return self.answer(503)
        self.answer(204)
        if is_new:
            new.put(body)

    def answer(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


threading.Thread(target=work, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 9000), Receiver)
print(f"listening at http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
