"""A store behind TLS, alone or as a cluster: who has its certificate gets in, and nothing travels in the clear.

The server of the tests speaks no TLS; what does lies in front of it, as with many of those that are rented.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.store import Hold, Saved, Store, StoreError, connection
from bot.store.inspection import inspect
from tests.store.servers import Cluster, Server

pytestmark = pytest.mark.usefixtures("binary", "patient")
TLS = Path(__file__).parent / "tls"
TRUSTED = f"?ssl_ca_certs={TLS / 'cert.pem'}"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is."""
    monkeypatch.setattr(connection, "ANSWER_TIME", 30)
    monkeypatch.setattr(connection, "PATIENCE", 60)


@asynccontextmanager
async def in_front_of(server: Server) -> AsyncIterator[int]:
    """The port at which TLS is spoken on behalf of a server."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(TLS / "cert.pem", TLS / "key.pem")
    talks: set[asyncio.Task[None]] = set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            writer.write(data)
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", server.port)
        for one, other in ((reader, back), (there, writer)):
            talks.add(asyncio.create_task(pump(one, other)))

    listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)


async def works(store: Store) -> None:
    """Keys of many slots, and scripts."""
    for channel in range(12):
        assert await store.save(channel, "abc", 0, {"state": b"1"}, [b"a"], hold=Hold.TAKE) is Saved.DONE
        assert await store.log(channel, "abc") == [b"a"] and await store.held(channel) == "abc"


async def test_a_server_behind_tls(tmp_path: Path) -> None:
    with Server(tmp_path / "server") as server:
        async with in_front_of(server) as port:
            store = await Store.connect(f"rediss://127.0.0.1:{port}{TRUSTED}")
            await works(store)
            await store.close()


async def test_a_cluster_behind_tls(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        async with AsyncExitStack() as stack:
            ports = [await stack.enter_async_context(in_front_of(node)) for node in cluster.nodes]
            for node, port in zip(cluster.nodes, ports, strict=True):
                node.ask("CONFIG SET", "cluster-announce-port", port)
            async with asyncio.timeout(30):
                while any(str(port).encode() not in _known(node) for node in cluster.nodes for port in ports):
                    await asyncio.sleep(0.05)
            url = f"redisscluster://localhost:{ports[0]}{TRUSTED}"
            store = await Store.connect(url)
            await works(store)
            await store.close()
            looked = await inspect(url)
            assert len(looked.nodes) == 3 and all(node.clustered for node in looked.nodes)


def _known(node: Server) -> bytes:
    return repr(node.ask("CLUSTER SLOTS")).encode()


async def test_a_certificate_of_somebody_unknown_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 1)
    with Server(tmp_path / "server") as server:
        async with in_front_of(server) as port:
            for scheme in ("rediss", "redisscluster"):
                with pytest.raises(StoreError, match=r"(?i)certificate"):
                    await Store.connect(f"{scheme}://127.0.0.1:{port}")
