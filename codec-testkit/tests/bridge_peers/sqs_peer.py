"""A client of SQS: boto3, which checks the MD5 sums of what it sends and gets.

`create PORT`: makes a queue and a FIFO queue, prints their URLs.
`send PORT URL`: sends each object of standard input.
`receive PORT URL COUNT`: prints that many messages, and deletes them.
"""

import json
import sys

import boto3


def client(port):
    return boto3.client(
        "sqs",
        endpoint_url=f"http://127.0.0.1:{port}",
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )


def create(sqs):
    plain = sqs.create_queue(QueueName="plain")
    fifo = sqs.create_queue(QueueName="ordered.fifo", Attributes={"FifoQueue": "true"})
    print(json.dumps([plain["QueueUrl"], fifo["QueueUrl"]]))


def send(sqs, url):
    for line in sys.stdin:
        message = json.loads(line)
        for attribute in message.get("MessageAttributes", {}).values():
            if "BinaryValue" in attribute:
                attribute["BinaryValue"] = bytes.fromhex(attribute["BinaryValue"])
        print(json.dumps(sqs.send_message(QueueUrl=url, **message)["MessageId"]))


def receive(sqs, url, count):
    left = count
    for _ in range(20):
        if left == 0:
            return
        got = sqs.receive_message(
            QueueUrl=url,
            MaxNumberOfMessages=10,
            WaitTimeSeconds=1,
            MessageAttributeNames=["All"],
            MessageSystemAttributeNames=["All"],
        )
        for message in got.get("Messages", []):
            for attribute in message.get("MessageAttributes", {}).values():
                if "BinaryValue" in attribute:
                    attribute["BinaryValue"] = attribute["BinaryValue"].hex()
            print(json.dumps(message))
            sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
            left -= 1
    if left:
        sys.exit(f"{left} messages did not come")


sqs = client(sys.argv[2])
if sys.argv[1] == "create":
    create(sqs)
elif sys.argv[1] == "send":
    send(sqs, sys.argv[3])
else:
    receive(sqs, sys.argv[3], int(sys.argv[4]))
