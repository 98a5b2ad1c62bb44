-- Fila: frames by the tables `fila_messages`, `fila_records`, `fila_enums` and `fila_flags`.

do
    local proto = Proto("fila", "Fila client protocol")
    local expert_info = {
        malformed = ProtoExpert.new("fila.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR),
        cut = ProtoExpert.new("fila.cut", "Not captured as a whole", expert.group.UNDECODED, expert.severity.NOTE),
        trailing = ProtoExpert.new(
            "fila.trailing_bytes", "Bytes behind the layout", expert.group.PROTOCOL, expert.severity.NOTE),
    }
    proto.experts = expert_info

    -- Longest frame behind its length, and longest operation that is put together.
    local MAX_FRAME, MAX_OPERATION = 16777216, 67108864
    local HEADER = 10

    local fields = {}
    local function field(key, make, ...)
        fields[key] = make(...)
        return fields[key]
    end

    field("length", ProtoField.uint32, "fila.length", "Length", base.DEC)
    field("opcode", ProtoField.uint8, "fila.opcode", "Opcode", base.HEX, fila_messages)
    field("flags", ProtoField.uint8, "fila.flags", "Flags", base.HEX)
    field("continuation", ProtoField.bool, "fila.flags.continuation", "More follows", 8, nil, 1)
    field("request_id", ProtoField.uint32, "fila.request_id", "Request id", base.DEC)
    field("body", ProtoField.bytes, "fila.body", "Part of an operation")
    field("unknown", ProtoField.bytes, "fila.unknown", "Body")
    field("trailing", ProtoField.bytes, "fila.trailing", "Behind the layout")
    field("frames", ProtoField.uint32, "fila.frames", "Frames of the operation", base.DEC)

    local uints = { [1] = ProtoField.uint8, [2] = ProtoField.uint16, [4] = ProtoField.uint32, [8] = ProtoField.uint64 }
    local ints = { [1] = ProtoField.int8, [2] = ProtoField.int16, [4] = ProtoField.int32, [8] = ProtoField.int64 }

    -- Declares the fields of a shape; `key` is the filter's name, `label` what people see.
    local function declare(key, label, shape)
        local kind = shape.kind
        if kind == "uint" then
            field(key, uints[shape.len], key, label, base.DEC)
        elseif kind == "int" then
            field(key, ints[shape.len], key, label, base.DEC)
        elseif kind == "enum" then
            field(key, uints[shape.len], key, label, base.DEC, fila_enums[shape.name])
        elseif kind == "flags" then
            field(key, uints[shape.len], key, label, base.HEX)
        elseif kind == "float" then
            field(key, ProtoField.double, key, label)
        elseif kind == "bool" then
            field(key, ProtoField.bool, key, label)
        elseif kind == "uuid" then
            field(key, ProtoField.guid, key, label)
        elseif kind == "text" then
            field(key, ProtoField.string, key, label, base.UNICODE)
        elseif kind == "bytes" or kind == "blob" then
            field(key, ProtoField.bytes, key, label)
        elseif kind == "secret" then
            field(key, ProtoField.none, key, label .. " (not shown)")
        elseif kind == "optional" then
            field(key .. ".absent", ProtoField.none, key .. ".absent", label .. ": absent")
            declare(key, label, shape.of)
        elseif kind == "pair" then
            field(key, ProtoField.none, key, label)
            declare(key .. ".key", "Key", shape[1])
            declare(key .. ".value", "Value", shape[2])
        elseif kind == "list" then
            field(key, uints[shape.prefix], key, label .. " (count)", base.DEC)
            if shape.of.kind ~= "record" then
                declare(key .. ".item", "Item", shape.of)
            end
        end
    end

    for name, record in pairs(fila_records) do
        field("fila." .. name, ProtoField.none, "fila." .. name, name)
        for _, one in ipairs(record) do
            -- A record within a record stands under its own name.
            if one[2].kind ~= "record" then
                declare("fila." .. name .. "." .. one[1], one[1], one[2])
            end
        end
    end
    proto.fields = fields

    local dissect

    local function record(tree, input, name, label)
        local start = input.at
        local item = tree:add(fields["fila." .. name], input.tvb(start, 0))
        if label then
            item:set_text(label)
        end
        for _, one in ipairs(fila_records[name]) do
            local value = dissect(item, input, "fila." .. name .. "." .. one[1], one[2])
            -- The first text, a name most often, tells items apart.
            if label and value and one[2].kind == "text" then
                item:append_text(": " .. value)
                label = nil
            end
        end
        item:set_len(input.at - start)
        return item
    end

    -- Reads a value of a shape and adds it; gives what is worth a summary.
    function dissect(tree, input, key, shape)
        local kind = shape.kind
        if kind == "record" then
            record(tree, input, shape.name)
        elseif kind == "uint" or kind == "int" or kind == "float" then
            tree:add(fields[key], input:take(shape.len or 8, key))
        elseif kind == "enum" then
            local range = input:take(shape.len, key)
            tree:add(fields[key], range)
            return named(fila_enums[shape.name], range:uint())
        elseif kind == "flags" then
            local range = input:take(shape.len, key)
            local names = flag_names(fila_flags[shape.name], range:uint())
            tree:add(fields[key], range):append_text(names ~= "" and " (" .. names .. ")" or "")
        elseif kind == "bool" then
            local range = input:take(1, key)
            local number = range:uint()
            if number > 1 then
                fail(string.format("%s at byte %d: a bool is 0 or 1, not %d", key, input.at - 1, number))
            end
            tree:add(fields[key], range)
        elseif kind == "uuid" then
            tree:add(fields[key], input:take(16, key))
        elseif kind == "bytes" then
            tree:add(fields[key], input:take(shape.len, key))
        elseif kind == "text" then
            local range = input:take(input:number(shape.prefix, key), key)
            tree:add_packet_field(fields[key], range, ENC_UTF_8)
            return range:len() > 0 and range:string(ENC_UTF_8) or ""
        elseif kind == "blob" then
            tree:add(fields[key], input:take(input:number(shape.prefix, key), key))
        elseif kind == "secret" then
            local start = input.at
            local range = input:take(input:number(shape.of.prefix, key), key)
            local item = tree:add(fields[key], input.tvb(start, input.at - start))
            item:append_text(string.format(": %d bytes", range:len()))
        elseif kind == "optional" then
            local range = input:take(1, key)
            local present = range:uint()
            if present > 1 then
                fail(string.format("%s at byte %d: a presence byte is 0 or 1, not %d", key, input.at - 1, present))
            elseif present == 1 then
                return dissect(tree, input, key, shape.of)
            end
            tree:add(fields[key .. ".absent"], range)
        elseif kind == "pair" then
            local start = input.at
            local item = tree:add(fields[key], input.tvb(start, 0))
            dissect(item, input, key .. ".key", shape[1])
            dissect(item, input, key .. ".value", shape[2])
            item:set_len(input.at - start)
        elseif kind == "list" then
            local start = input.at
            local range = input:take(shape.prefix, key)
            local count = range:uint()
            local item = tree:add(fields[key], range)
            -- Every item takes a byte at least.
            if count > input:left() then
                fail(string.format("%s at byte %d: %d items need more bytes than are left", key, start, count))
            end
            for index = 0, count - 1 do
                if shape.of.kind == "record" then
                    record(item, input, shape.of.name, string.format("[%d] %s", index, shape.of.name))
                else
                    dissect(item, input, key .. ".item", shape.of)
                end
            end
            item:set_len(input.at - start)
        else
            fail("no shape " .. tostring(kind))
        end
    end

    -- Operations that are continued: parts by connection, direction and request, and what was put together, by packet
    -- and place, for packets that are dissected again.
    local open, whole = {}, {}
    function proto.init()
        open, whole = {}, {}
    end

    -- Takes a part in; gives all parts and how many there were, when this is the last of several.
    local function continued(tvb, pinfo, opcode, more, id)
        local place = string.format("%d:%d", pinfo.number, tvb:offset())
        if not pinfo.visited and whole[place] == nil then
            local peer = string.format("%s:%d-%s:%d-%d", tostring(pinfo.src), pinfo.src_port,
                tostring(pinfo.dst), pinfo.dst_port, id)
            local parts = open[peer]
            if parts and parts.opcode ~= opcode then
                parts = nil
            end
            if more or parts then
                parts = parts or { opcode = opcode, count = 0, bytes = ByteArray.new() }
                parts.count = parts.count + 1
                if parts.bytes:len() + tvb:len() - HEADER <= MAX_OPERATION then
                    if tvb:len() > HEADER then
                        parts.bytes:append(tvb(HEADER):bytes())
                    end
                else
                    parts.too_long = true
                end
                open[peer] = more and parts or nil
            end
            whole[place] = parts and not more and parts or { count = more and 2 or 1 }
        end
        return whole[place]
    end

    local function frame(tvb, pinfo, tree)
        local item = tree:add(proto, tvb())
        guarded(item, expert_info, tvb, function()
            local input = reader(tvb, 0, tvb:len())
            local length_range = input:take(4, "length")
            local length = length_range:uint()
            item:add(fields.length, length_range)
            if length < 6 or length > MAX_FRAME then
                fail(string.format("length %d cannot be right: the stream ends here", length))
            end
            local opcode_range = input:take(1, "opcode")
            local opcode = opcode_range:uint()
            item:add(fields.opcode, opcode_range)
            local flags_range = input:take(1, "flags")
            local flags = flags_range:uint()
            item:add(fields.flags, flags_range):add(fields.continuation, flags_range)
            local id_range = input:take(4, "request_id")
            local id = id_range:uint()
            item:add(fields.request_id, id_range)
            local name = named(fila_messages, opcode)
            local more = flags % 2 == 1
            summary(pinfo, string.format("%s%s id=%d", name, more and " (continued)" or "", id))
            item:append_text(", " .. name)
            if flags > 1 then
                fail(string.format("flags 0x%02x: bits 1 to 7 are reserved", flags))
            end
            local operation = continued(tvb, pinfo, opcode, more, id)
            if operation.count > 1 then
                if input:left() > 0 then
                    item:add(fields.body, tvb(input.at))
                end
                if not operation.bytes then
                    return
                end
                item:add(fields.frames, operation.count):set_generated()
                if operation.too_long then
                    fail("the operation is too long to be put together")
                elseif operation.bytes:len() > 0 then
                    local joined = operation.bytes:tvb("Fila operation")
                    input = reader(joined, 0, joined:len())
                else
                    input = reader(tvb, tvb:len(), tvb:len())
                end
            end
            if not fila_messages[opcode] then
                if input:left() > 0 then
                    item:add(fields.unknown, input:take(input:left(), "body"))
                end
                return
            end
            record(item, input, name)
            if input:left() > 0 then
                item:add(fields.trailing, input:take(input:left(), "trailing"))
                    :add_proto_expert_info(expert_info.trailing)
            end
        end)
    end

    local function length(tvb, offset)
        local body = tvb(offset, 4):uint()
        if body >= 6 and body <= MAX_FRAME then
            return body + 4
        end
    end

    local function plausible(tvb)
        if tvb:len() < HEADER or not length(tvb, 0) then
            return false
        end
        local opcode, flags, id = tvb(4, 1):uint(), tvb(5, 1):uint(), tvb(6, 4):uint()
        local handshake = opcode == 1 or opcode == 2
        return fila_messages[opcode] ~= nil and flags <= 1 and (id == 0) == handshake and id ~= 2147483648
    end

    register(proto, "Fila", "5555", length, plausible, frame)
end
