"""Prints a vector of unions of kitchen.fbs as JSON: Debian's Python FlatBuffers is the oracle for what flatc can't print."""
import json
import sys

from flatbuffers import encode, number_types, table


def field(of, number):
    return of.Offset(4 + 2 * number)


def text(of, number):
    place = field(of, number)
    return of.String(of.Pos + place).decode("utf-8") if place else None


def integer(of, number, default):
    place = field(of, number)
    return of.Get(number_types.Int32Flags, of.Pos + place) if place else default


def member(of, kind):
    if kind == 1:
        return {"text": text(of, 0)}
    if kind == 2:
        place = field(of, 0)
        urls = None
        if place:
            start = of.Vector(place)
            urls = [of.String(start + 4 * i).decode("utf-8") for i in range(of.VectorLen(place))]
        return {"urls": urls, "width": integer(of, 1, 0), "height": integer(of, 2, 480)}
    return {}


def unions(data):
    root = table.Table(data, encode.Get(number_types.UOffsetTFlags.packer_type, data, 0))
    types, values = field(root, 38), field(root, 39)
    result = []
    if types:
        first_type, first_value = root.Vector(types), root.Vector(values)
        for i in range(root.VectorLen(types)):
            kind = root.Get(number_types.Uint8Flags, first_type + i)
            of = table.Table(data, root.Indirect(first_value + 4 * i))
            result.append([kind, member(of, kind)])
    return result


print(json.dumps([unions(bytearray(open(name, "rb").read())) for name in sys.argv[1:]]))
