"""Prints what stands in event files: each step, tag and number, as both TensorFlows write them."""
import glob
import os
import struct


def show(folder):
    for path in sorted(glob.glob(os.path.join(folder, "events*"))):
        found = []
        for event in _records(path):
            fields = _fields(event)
            step = fields.get(2, [0])[0]
            values = [_fields(value) for summary in fields.get(5, []) for value in _fields(summary).get(1, [])]
            found += [(step, value[1][0].decode(), _numbers(value)) for value in values]
        for step, tag, numbers in sorted(found, key=lambda one: one[:2]):
            print(step, tag, *numbers)


def _records(path):
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        yield data[at + 12 : at + 12 + length]
        at += 12 + length + 4


def _fields(data):
    """The fields of a message: numbers, or the bytes of texts and messages."""
    found, at = {}, 0
    while at < len(data):
        key, at = _varint(data, at)
        if key & 7 == 0:
            value, at = _varint(data, at)
        elif key & 7 == 2:
            length, at = _varint(data, at)
            value, at = data[at : at + length], at + length
        else:
            size = 8 if key & 7 == 1 else 4
            value, at = struct.unpack_from("<d" if size == 8 else "<f", data, at)[0], at + size
        found.setdefault(key >> 3, []).append(value)
    return found


def _varint(data, at):
    number, shift = 0, 0
    while True:
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return number, at


def _numbers(value):
    """The number of a scalar; how many numbers a histogram has, the least and the greatest."""
    if 2 in value:
        return ["%.5f" % value[2][0]]
    if 5 in value:
        histogram = _fields(value[5][0])
        return [int(histogram[3][0]), "%.5f" % histogram.get(1, [0.0])[0], "%.5f" % histogram.get(2, [0.0])[0]]
    tensor = _fields(value[8][0])
    if tensor[1][0] == 1:
        content = tensor[4][0] if 4 in tensor else None
        if content is None:
            content = tensor[5][0] if isinstance(tensor[5][0], bytes) else struct.pack("<f", tensor[5][0])
        return ["%.5f" % struct.unpack("<f", content)[0]]
    buckets = struct.unpack("<%dd" % (len(tensor[4][0]) // 8), tensor[4][0])
    return [int(sum(buckets[2::3])), "%.5f" % buckets[0], "%.5f" % buckets[-2]]
