"""Processors that this one can pass itself off as, and what this one is. Nothing here imports torch."""

from __future__ import annotations

import platform
from pathlib import Path

SETTINGS = {  # each takes abilities away from ATen, oneDNN and MKL, which read it when they first compute
    name: {"ATEN_CPU_CAPABILITY": aten, "ONEDNN_MAX_CPU_ISA": onednn, "MKL_ENABLE_INSTRUCTIONS": mkl}
    for name, aten, onednn, mkl in [
        ("sse41", "default", "SSE41", "SSE4_2"),
        ("avx2", "avx2", "AVX2", "AVX2"),
        ("avx512", "avx512", "AVX512_CORE", "AVX512"),
    ]
} | {"mkl-compatible": {"MKL_CBWR": "COMPATIBLE"}, "threads4": {"OMP_NUM_THREADS": "4"}}
CACHE = Path(__file__).parents[1] / ".cache/inductor"
FEATURES = {  # flags of /proc/cpuinfo, the newest first
    "amx_tile": "AMX",
    "avx512_fp16": "AVX512-FP16",
    "avx512_bf16": "AVX512-BF16",
    "avx512f": "AVX512",
    "avx2": "AVX2",
    "sse4_1": "SSE4.1",
}
NEEDS = {"avx512": "avx512f", "avx2": "avx2", "sse41": "sse4_1"}


def cpuinfo(key: str) -> str:
    """A line of /proc/cpuinfo; empty on other systems."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(key)), "")


def possible() -> list[str]:
    """The settings that take something away here; on another architecture than x86 the threads only."""
    flags = cpuinfo("flags").split()
    x86 = platform.machine().lower() in ("x86_64", "amd64")
    return [name for name in SETTINGS if name == "threads4" or (x86 and NEEDS.get(name, "sse4_1") in flags)]


def environment(name: str) -> dict[str, str]:
    """The variables of a setting; what Inductor compiled for one processor is not for another."""
    return SETTINGS[name] | {"TORCHINDUCTOR_CACHE_DIR": str(CACHE / name)} if name else {}


def described() -> str:
    """System, model of the CPU without the name of the machine, and the newest instructions that matter here."""
    flags = cpuinfo("flags").split()
    newest = next((words for flag, words in FEATURES.items() if flag in flags), "")
    return ", ".join(filter(None, [f"{platform.system()} {platform.machine()}", cpuinfo("model name"), newest]))
