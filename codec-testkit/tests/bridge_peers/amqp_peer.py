"""A peer of AMQP 1.0: Qpid Proton on both ends of a connection over the loopback interface.

Standard input: one object a line, {"raw": hex} for a message whose bytes are sent as they are, or {"sample": name}
for one of Proton's own. Standard output: for each message that the receiving end got, its bytes as they came, and what
Proton reads in them.
"""

import datetime
import json
import sys
import uuid

from proton import Handler, Message, symbol, timestamp, ulong
from proton.handlers import FlowController, Handshaker
from proton.reactor import Container


def sample(name):
    """Messages that Proton builds."""
    if name == "full":
        return Message(
            id=uuid.UUID("6f9619ff-8b86-d011-b42d-00cf4fc964ff"),
            user_id=b"u",
            address="to/here",
            subject="order.created",
            reply_to="back",
            correlation_id=ulong(7),
            content_type="text/plain",
            content_encoding="gzip",
            creation_time=1772366400.25,
            expiry_time=1772370000.0,
            group_id="g",
            group_sequence=5,
            reply_to_group_id="rg",
            durable=True,
            priority=9,
            ttl=45.0,
            delivery_count=3,
            inferred=True,
            body=b"21.5",
            instructions={symbol("x-opt-hop"): 1},
            annotations={symbol("x-opt-a"): ["l", {"m": True}]},
            properties={
                "text": "Malmö",
                "int": 42,
                "bool": True,
                "float": 1.5,
                "null": None,
                "binary": b"\x00\xff",
                "uuid": uuid.UUID(int=1),
                "time": timestamp(1772366400000),
                "symbol": symbol("s"),
                "x-bridge.tenant-id": "forged",
            },
        )
    if name == "text":
        return Message(id="m-1", body="plain")
    if name == "long":
        return Message(id="m-2", body=b"x" * 100_000, inferred=True, properties={"p": "y" * 300})
    if name == "empty":
        return Message(id="m-3", body=None)
    if name == "list":
        return Message(id="m-4", body=[1, "two"])
    raise SystemExit(f"no sample {name}")


def show(value):
    """A value with its type."""
    if isinstance(value, (bytes, memoryview)):
        return {"bytes": bytes(value).hex()}
    if isinstance(value, uuid.UUID):
        return {"uuid": str(value)}
    if isinstance(value, datetime.datetime):
        return {"time": value.timestamp()}
    if isinstance(value, dict):
        return {str(key): show(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [show(inner) for inner in value]
    if type(value) in (str, bool, float, type(None)):
        return value
    if type(value) is int:
        return {"long": value}
    return {type(value).__name__: str(value)}


def read(raw):
    message = Message()
    message.decode(raw)
    return {
        "raw": raw.hex(),
        "durable": message.durable,
        "ttl": message.ttl,
        "id": show(message.id),
        "address": message.address,
        "subject": message.subject,
        "reply_to": message.reply_to,
        "correlation_id": show(message.correlation_id),
        "content_type": message.content_type and str(message.content_type),
        "creation_time": message.creation_time,
        "expiry_time": message.expiry_time,
        "group_id": message.group_id,
        "group_sequence": message.group_sequence,
        "properties": show(message.properties),
        "annotations": show(message.annotations),
        "inferred": message.inferred,
        "body": show(message.body),
    }


class Peer(Handler):
    def __init__(self, messages):
        self.handlers = [Handshaker(), FlowController(10)]
        self.waiting = list(messages)
        self.expected = len(self.waiting)

    def on_reactor_init(self, event):
        port = sys.argv[1]
        self.acceptor = event.container.listen(f"127.0.0.1:{port}")
        event.container.create_sender(f"127.0.0.1:{port}/queue")

    def on_link_flow(self, event):
        link = event.link
        while link.is_sender and link.credit > 0 and self.waiting:
            link.delivery(str(len(self.waiting)))
            link.stream(self.waiting.pop(0))
            link.advance()

    def on_delivery(self, event):
        delivery = event.delivery
        if not (delivery.link.is_receiver and delivery.readable and not delivery.partial):
            return
        raw = delivery.link.recv(delivery.pending)
        delivery.link.advance()
        try:
            print(json.dumps(read(raw)), flush=True)
        except Exception as error:
            print(json.dumps({"raw": raw.hex(), "error": str(error)}), flush=True)
        delivery.update(delivery.ACCEPTED)
        delivery.settle()
        self.expected -= 1
        if self.expected == 0:
            self.acceptor.close()
            event.connection.close()


def main():
    messages = []
    for line in sys.stdin:
        wanted = json.loads(line)
        if "raw" in wanted:
            messages.append(bytes.fromhex(wanted["raw"]))
        else:
            messages.append(sample(wanted["sample"]).encode())
    Container(Peer(messages)).run()


main()
