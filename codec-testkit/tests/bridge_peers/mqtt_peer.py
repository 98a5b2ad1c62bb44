"""A client of MQTT 5: Eclipse Paho.

`receive PORT TOPIC COUNT`: prints "ready" when it is subscribed, then each publish as an object.
`send PORT`: publishes each object of standard input, then ends.
"""

import json
import sys
import threading

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

SECONDS = 20


def connect(port, on_connect=None):
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    client.on_connect = on_connect
    client.connect("127.0.0.1", port)
    return client


def show(message):
    properties = message.properties
    correlation = getattr(properties, "CorrelationData", None)
    return {
        "topic": message.topic,
        "qos": message.qos,
        "retain": bool(message.retain),
        "payload": message.payload.hex(),
        "user_properties": getattr(properties, "UserProperty", []),
        "correlation_data": None if correlation is None else correlation.hex(),
        "content_type": getattr(properties, "ContentType", None),
        "response_topic": getattr(properties, "ResponseTopic", None),
        "message_expiry_interval": getattr(properties, "MessageExpiryInterval", None),
    }


def receive(port, topic, count):
    done = threading.Event()
    left = [count]

    def on_connect(client, *_):
        client.subscribe(topic, qos=2)

    def on_message(_, __, message):
        print(json.dumps(show(message)), flush=True)
        left[0] -= 1
        if left[0] == 0:
            done.set()

    client = connect(port, on_connect)
    client.on_subscribe = lambda *_: print("ready", flush=True)
    client.on_message = on_message
    client.loop_start()
    if not done.wait(SECONDS):
        sys.exit(f"{left[0]} publishes did not come")
    client.disconnect()
    client.loop_stop()


def send(port):
    client = connect(port)
    client.loop_start()
    for line in sys.stdin:
        wanted = json.loads(line)
        properties = Properties(PacketTypes.PUBLISH)
        for name, value in wanted.get("properties", {}).items():
            if name == "CorrelationData":
                value = bytes.fromhex(value)
            if name == "UserProperty":
                value = [tuple(pair) for pair in value]
            setattr(properties, name, value)
        sent = client.publish(
            wanted["topic"],
            bytes.fromhex(wanted["payload"]),
            qos=wanted["qos"],
            retain=wanted["retain"],
            properties=properties,
        )
        sent.wait_for_publish(SECONDS)
    client.disconnect()
    client.loop_stop()


if sys.argv[1] == "receive":
    receive(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
else:
    send(int(sys.argv[2]))
