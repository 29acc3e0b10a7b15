#!/usr/bin/env python3
"""Makes a wheel of the staged release, in target/dist/wheel: `pip install` puts the executables into the environment.

The executables are static, so one wheel serves every Python 3 on every Linux of this processor (PEP 425, PEP 600, PEP 656). The layout is
that of the binary distribution format: what lies in NAME.data/scripts goes to the folder of executables.
"""

import base64
import hashlib
import pathlib
import platform
import re
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
STAGE = (ROOT / "target/dist/rma-static").resolve()
PLATFORMS = [f"manylinux_2_17_{platform.machine()}", f"manylinux2014_{platform.machine()}", f"musllinux_1_1_{platform.machine()}"]
# A fixed time, so that the same release gives the same wheel.
TIME = (2020, 1, 1, 0, 0, 0)


def main() -> None:
    # The version as Python writes it (PEP 440): 0.2.0-dev is 0.2.0.dev0.
    version = re.match(rf"rma-static-(.*)-{platform.machine()}-linux$", STAGE.name).group(1).replace("-dev", ".dev0")
    name = f"rma_static-{version}"
    info = f"{name}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: rma-static\nVersion: {version}\n"
        "Summary: Finds data races in one-sided communication programs (MPI RMA, OpenSHMEM, GASPI) from LLVM bitcode\n"
        "License-Expression: MIT OR Apache-2.0\nLicense-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\n"
        "License-File: THIRD-PARTY-NOTICES\nRequires-Python: >=3.7\nDescription-Content-Type: text/markdown\n\n"
    ) + (STAGE / "share/doc/rma-static/README.md").read_text()
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in PLATFORMS)
    files = {
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: rma-static\nRoot-Is-Purelib: false\n{tags}".encode(),
    }
    for licence in ("LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-NOTICES"):
        files[f"{info}/licenses/{licence}"] = (STAGE / "share/doc/rma-static" / licence).read_bytes()
    for file in sorted((STAGE / "bin").iterdir()):
        files[f"{name}.data/scripts/{file.name}"] = file.read_bytes()
    for file in sorted(path for path in (STAGE / "share").rglob("*") if path.is_file() and "doc" not in path.parts):
        files[f"{name}.data/data/{file.relative_to(STAGE)}"] = file.read_bytes()

    record = f"{info}/RECORD"
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}")
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()

    out = ROOT / "target/dist/wheel"
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"{name}-py3-none-{'.'.join(PLATFORMS)}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in path else 0o100644) << 16
            archive.writestr(entry, content)
    print(f"wheel: {wheel.relative_to(ROOT)}, {wheel.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
