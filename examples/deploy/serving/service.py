"""A process that answers requests with one ONNX Runtime session."""
# handbook: cpu

# --8<-- [start:model]
import gzip
from pathlib import Path

import numpy as np
import onnxruntime
import safetensors.torch
import torch
from torch import nn

EXAMPLES = Path(__file__).resolve().parents[2]


class Served(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(784, 256), nn.Linear(256, 128)
        self.fc3 = nn.Linear(128, 10)

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        hidden = self.fc1(pixels.flatten(1).float() / 255).relu()
        return self.fc3(self.fc2(hidden).relu()).softmax(1)


model = Served().eval()
weights = EXAMPLES / "projects/mnist/mnist_mlp.safetensors"
model.load_state_dict(safetensors.torch.load_file(weights))
packed = (EXAMPLES / "data/mnist-subset/t10k-images-idx3-ubyte.gz").read_bytes()
images = np.frombuffer(gzip.decompress(packed), np.uint8, offset=16)
images = images.reshape(-1, 28, 28)

torch.onnx.export(
    model,
    (torch.tensor(images[:2]),),
    "digits.onnx",
    input_names=["pixels"],
    output_names=["probabilities"],
    dynamic_shapes=({0: "batch"},),
    external_data=False,
    verbose=False,
)
# --8<-- [end:model]

# --8<-- [start:session]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(
    "digits.onnx", options, providers=["CPUExecutionProvider"]
)


def answer(pixels: np.ndarray) -> np.ndarray:
    return session.run(["probabilities"], {"pixels": pixels})[0]


with torch.no_grad():
    expected = model(torch.tensor(images)).numpy()
difference = np.abs(answer(images) - expected).max()
print(f"largest difference from PyTorch: {difference:.4f}")
# --8<-- [end:session]

# --8<-- [start:threads]
from concurrent.futures import Future, ThreadPoolExecutor

with ThreadPoolExecutor(max_workers=4) as pool:
    answers = list(pool.map(lambda image: answer(image[None])[0], images))
close = np.isclose(np.stack(answers), expected, atol=1e-5).all(axis=1)
print(f"{close.sum()} of {len(images)} answers are those of their image")
# --8<-- [end:threads]

# --8<-- [start:service]
import json
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PIXELS, LIMIT = 28 * 28, 64
UNSURE = [expected.max(axis=1).argmin()]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        healthy = np.allclose(answer(images[UNSURE]), expected[UNSURE], atol=1e-5)
        self.reply(200 if healthy else 503, {"healthy": healthy})

    def do_POST(self) -> None:
        sent = self.headers.get("Content-Length", "")
        length = int(sent) if sent.isdecimal() else 0
        if length == 0 or length % PIXELS or length > LIMIT * PIXELS:
            message = f"Send 1 to {LIMIT} images of {PIXELS} bytes, not {length} bytes."
            self.close_connection = True
            self.reply(400, {"error": message})
            return
        pixels = np.frombuffer(self.rfile.read(length), np.uint8)
        probabilities = answer(pixels.reshape(-1, 28, 28))
        self.reply(200, {"digits": probabilities.argmax(axis=1).tolist()})

    def reply(self, status: int, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def ask(address: str, body: bytes | None = None) -> str:
    try:
        with urllib.request.urlopen(address, data=body, timeout=10) as response:
            return f"{response.status} {response.read().decode()}"
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.read().decode()}"


with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
    threading.Thread(target=server.serve_forever).start()
    address = f"http://127.0.0.1:{server.server_port}"
    print(ask(address))
    print(ask(address, images[:5].tobytes()))
    print(ask(address, images[0].tobytes()[:100]))
    server.shutdown()
# --8<-- [end:service]

# --8<-- [start:machine-warm]
import time


def milliseconds(pixels: np.ndarray) -> float:
    start = time.perf_counter()
    answer(pixels)
    return 1000 * (time.perf_counter() - start)


session = onnxruntime.InferenceSession(
    "digits.onnx", options, providers=["CPUExecutionProvider"]
)
print(f"first call (ms): {milliseconds(images[:1]):.3f}")
later = sorted(milliseconds(images[:1]) for _ in range(200))
print(f"a later call, median (ms): {later[100]:.3f}")
# --8<-- [end:machine-warm]

# --8<-- [start:machine-limit]
import os


def cpu_limit() -> int:
    path = Path("/sys/fs/cgroup/cpu.max")
    quota, period = path.read_text().split() if path.exists() else ("max", "1")
    bound = hasattr(os, "sched_getaffinity")
    cpus = len(os.sched_getaffinity(0)) if bound else os.cpu_count() or 1
    return cpus if quota == "max" else min(cpus, max(1, int(quota) // int(period)))


print(f"CPUs of the machine: {os.cpu_count()}")
print(f"CPUs that this process may use: {cpu_limit()}")
# --8<-- [end:machine-limit]

# --8<-- [start:machine-batch]
alone = min(sum(milliseconds(image[None]) for image in images[:64]) for _ in range(9))
together = min(milliseconds(images[:64]) for _ in range(9))
print(f"64 images one by one (ms): {alone:.2f}")
print(f"64 images in one batch (ms): {together:.2f}")
# --8<-- [end:machine-batch]

# --8<-- [start:batcher]
from contextlib import suppress
from queue import Empty, Queue

Request = tuple[np.ndarray, Future[np.ndarray]]
waiting: Queue[Request | None] = Queue()
sizes = []


def work(limit: int) -> None:
    while (request := waiting.get()) is not None:
        requests = [request]
        with suppress(Empty):
            while len(requests) < limit:
                if (request := waiting.get_nowait()) is None:
                    waiting.put(None)
                    break
                requests.append(request)
        requests = [one for one in requests if one[1].set_running_or_notify_cancel()]
        if not requests:
            continue
        sizes.append(len(requests))
        try:
            rows = answer(np.stack([image for image, _ in requests]))
            answered = list(zip(requests, rows, strict=True))
        except Exception as error:
            for _, future in requests:
                future.set_exception(error)
        else:
            for (_, future), row in answered:
                future.set_result(row)


def submit(image: np.ndarray) -> Future[np.ndarray]:
    future: Future[np.ndarray] = Future()
    waiting.put((image, future))
    return future


futures = [submit(image) for image in images[:20]]
submit(images[20]).cancel()
worker = threading.Thread(target=work, args=(8,))
worker.start()
digits = [int(future.result(timeout=10).argmax()) for future in futures]
waiting.put(None)
worker.join()
print("batches of", sizes)
same = (np.array(digits) == expected[:20].argmax(axis=1)).sum()
print(f"{same} of 20 digits are those of PyTorch")
# --8<-- [end:batcher]

# --8<-- [start:machine-session-each]
start = time.perf_counter()
for image in images[:20]:
    fresh = onnxruntime.InferenceSession(
        "digits.onnx", options, providers=["CPUExecutionProvider"]
    )
    fresh.run(None, {"pixels": image[None]})
each = 1000 * (time.perf_counter() - start) / 20
print(f"a request, session made for it (ms): {each:.2f}")
print(f"a request, one session kept (ms): {later[100]:.3f}")
# --8<-- [end:machine-session-each]

# --8<-- [start:dtype]
try:
    answer(images[:1] / 255)
except Exception as error:
    print(str(error).split(" : ")[-1].strip())
# --8<-- [end:dtype]
