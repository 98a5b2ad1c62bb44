-- BlazingMQ: events. Names of types, flags and properties are in `bmq_names` and `bmq_flags`.

do
    local proto = Proto("bmq", "BlazingMQ")
    local expert_info = {
        malformed = ProtoExpert.new("bmq.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR),
        cut = ProtoExpert.new("bmq.cut", "Not captured as a whole", expert.group.UNDECODED, expert.severity.NOTE),
        dialect = ProtoExpert.new(
            "bmq.node_sdk", "The form of the third-party Node SDK", expert.group.PROTOCOL, expert.severity.NOTE),
        unread = ProtoExpert.new("bmq.unread", "Not inflated", expert.group.UNDECODED, expert.severity.NOTE),
    }
    proto.experts = expert_info
    local MAX_EVENT = 536870912
    local EVENT = { CONTROL = 1, PUT = 2, CONFIRM = 3, PUSH = 4, ACK = 5, CLUSTER_STATE = 6, ELECTOR = 7,
        STORAGE = 8, RECOVERY = 9, PARTITION_SYNC = 10, REJECT = 13, REPLICATION_RECEIPT = 14, AUTHENTICATION = 15 }

    local fields = {}
    local function declare(kind, key, label, ...)
        fields[key] = ProtoField[kind]("bmq." .. key, label, ...)
    end

    declare("uint32", "length", "Length", base.DEC)
    declare("uint8", "protocolVersion", "Protocol version", base.DEC)
    declare("uint8", "type", "Type", base.DEC, bmq_names.EventType)
    declare("uint8", "headerWords", "Header words", base.DEC)
    declare("uint8", "typeSpecific", "Type specific", base.HEX)
    declare("uint8", "encoding", "Encoding", base.DEC, bmq_names.EncodingType)
    declare("uint8", "reserved", "Reserved", base.HEX)
    declare("bytes", "extra", "Unknown part of a header")
    declare("bytes", "body", "Body")
    declare("string", "json", "Text", base.UNICODE)
    declare("bytes", "secret", "Credentials (not shown)")
    declare("bytes", "padding", "Padding")

    declare("none", "message", "Message")
    declare("uint8", "message.flags", "Flags", base.HEX)
    declare("uint32", "message.messageWords", "Message words", base.DEC)
    declare("uint32", "message.optionsWords", "Options words", base.DEC)
    declare("uint8", "message.compression", "Compression", base.DEC, bmq_names.CompressionAlgorithmType)
    declare("uint8", "message.headerWords", "Header words", base.DEC)
    declare("uint32", "message.queueId", "Queue", base.DEC)
    declare("bytes", "message.guid", "GUID")
    declare("uint32", "message.crc32c", "CRC32-C", base.HEX)
    declare("uint16", "message.schemaId", "Schema", base.DEC)
    declare("uint16", "message.reserved", "Reserved", base.HEX)
    declare("none", "options", "Options")
    declare("none", "option", "Option")
    declare("uint8", "option.type", "Type", base.DEC, bmq_names.OptionType)
    declare("bool", "option.packed", "Packed")
    declare("uint8", "option.typeSpecific", "Type specific", base.DEC)
    declare("uint32", "option.words", "Words", base.DEC)
    declare("uint32", "option.id", "Subscription", base.DEC)
    declare("uint8", "option.rda", "Remaining delivery attempts", base.HEX)
    declare("string", "option.groupId", "Group", base.UNICODE)
    declare("bytes", "option.raw", "Payload")
    declare("none", "properties", "Properties")
    declare("uint8", "properties.headerSize", "Header size", base.DEC)
    declare("uint8", "properties.propertyHeaderSize", "Size of a property's header", base.DEC)
    declare("uint32", "properties.areaWords", "Area words", base.DEC)
    declare("uint8", "properties.count", "Count", base.DEC)
    declare("string", "properties.style", "Style")
    declare("none", "property", "Property")
    declare("uint8", "property.type", "Type", base.DEC, bmq_names.PropertyType)
    declare("string", "property.name", "Name", base.UNICODE)
    local VALUES = { [1] = "bool", [2] = "char", [3] = "short", [4] = "int32", [5] = "int64", [6] = "string",
        [7] = "binary" }
    declare("bool", "property.bool", "Value")
    declare("uint8", "property.char", "Value", base.HEX)
    declare("int16", "property.short", "Value", base.DEC)
    declare("int32", "property.int32", "Value", base.DEC)
    declare("int64", "property.int64", "Value", base.DEC)
    declare("string", "property.string", "Value", base.UNICODE)
    declare("bytes", "property.binary", "Value")
    declare("bytes", "payload", "Payload")
    declare("bytes", "deflated", "Compressed with zlib")

    declare("uint8", "items.headerWords", "Header words", base.DEC)
    declare("uint8", "items.itemWords", "Words of an item", base.DEC)
    declare("uint8", "items.flags", "Flags", base.HEX)
    declare("none", "ack", "Acknowledgement")
    declare("uint8", "ack.status", "Status", base.DEC, bmq_names.AckStatus)
    declare("uint24", "ack.correlationId", "Correlation id", base.DEC)
    declare("bytes", "ack.guid", "GUID")
    declare("uint32", "ack.queueId", "Queue", base.DEC)
    for _, name in ipairs({ "confirm", "reject" }) do
        declare("none", name, name == "confirm" and "Confirmation" or "Rejection")
        declare("uint32", name .. ".queueId", "Queue", base.DEC)
        declare("bytes", name .. ".guid", "GUID")
        declare("uint32", name .. ".subQueueId", "Sub-queue", base.DEC)
    end

    declare("none", "storage", "Storage message")
    declare("uint8", "storage.flags", "Flags", base.HEX)
    declare("uint32", "storage.messageWords", "Message words", base.DEC)
    declare("uint8", "storage.storageProtocolVersion", "Storage protocol version", base.DEC)
    declare("uint8", "storage.headerWords", "Header words", base.DEC)
    declare("uint8", "storage.messageType", "Message type", base.DEC, bmq_names.StorageMessageType)
    declare("uint16", "storage.partitionId", "Partition", base.DEC)
    declare("uint32", "storage.journalOffsetWords", "Journal offset in words", base.DEC)
    declare("bytes", "storage.payload", "Payload")
    declare("none", "recovery", "Recovery message")
    declare("bool", "recovery.isFinalChunk", "Final chunk")
    declare("uint32", "recovery.messageWords", "Message words", base.DEC)
    declare("uint8", "recovery.headerWords", "Header words", base.DEC)
    declare("uint8", "recovery.chunkType", "Chunk type", base.DEC, bmq_names.RecoveryFileChunkType)
    declare("uint16", "recovery.partitionId", "Partition", base.DEC)
    declare("uint32", "recovery.chunkSequenceNumber", "Chunk", base.DEC)
    declare("bytes", "recovery.md5", "MD5 of the chunk")
    declare("bytes", "recovery.chunk", "Chunk")
    declare("none", "receipt", "Replication receipt")
    declare("uint32", "receipt.partitionId", "Partition", base.DEC)
    declare("uint64", "receipt.sequenceNumber", "Sequence number", base.DEC)
    declare("uint32", "receipt.primaryLeaseId", "Primary's lease", base.DEC)
    declare("none", "record", "Record of the cluster state")
    declare("uint8", "record.headerWords", "Header words", base.DEC)
    declare("uint8", "record.recordType", "Record type", base.DEC, bmq_names.ClusterStateRecordType)
    declare("uint32", "record.leaderAdvisoryWords", "Words behind the header", base.DEC)
    declare("uint64", "record.electorTerm", "Elector's term", base.DEC)
    declare("uint64", "record.sequenceNumber", "Sequence number", base.DEC)
    declare("uint64", "record.timestamp", "Timestamp", base.DEC)
    declare("uint32", "record.crc32c", "CRC32-C", base.HEX)
    declare_schema(fields)
    proto.fields = fields

    -- The high and the low four bits of a byte.
    local function nibbles(number)
        return math.floor(number / 16), number % 16
    end

    -- Adds a field of `len` bytes at `offset` of a header, if the header is as long.
    local function header_field(item, range, key, offset, len, value)
        if offset + len <= range:len() then
            local part = range(offset, len)
            return value == nil and item:add(fields[key], part) or item:add(fields[key], part, value)
        end
    end

    local function extra(item, range, known)
        if range:len() > known then
            item:add(fields.extra, range(known))
        end
    end

    -- Bytes of padding at the end of `len` bytes: by the last one, which counts itself; 0 where it cannot be.
    local function padding(range)
        local len = range:len()
        local last = len > 0 and range(len - 1, 1):uint() or 0
        return last >= 1 and last <= 4 and last <= len and last or 0
    end

    local function option(tree, input)
        local start = input.at
        local head = input:take(4, "option")
        local first = head:uint()
        local kind, packed = math.floor(first / 67108864), math.floor(first / 33554432) % 2 == 1
        local specific, words = math.floor(first / 2097152) % 16, first % 2097152
        local item = tree:add(fields.option, head)
        item:append_text(", " .. named(bmq_names.OptionType, kind))
        item:add(fields["option.type"], head(0, 1), kind)
        item:add(fields["option.packed"], head(0, 1), packed)
        item:add(fields["option.typeSpecific"], head(0, 2), specific)
        item:add(fields["option.words"], head(1, 3), words)
        if packed then
            if kind == 3 then
                item:add(fields["option.rda"], head(3, 1))
            end
            return
        end
        if words < 2 then
            fail(string.format("option at byte %d: has at least 2 words, not %d", start, words))
        end
        local payload = input:part(words * 4 - 4, "option payload")
        item:set_len(words * 4)
        local size = kind == 1 and 4 or kind == 3 and specific * 4 or 0
        if size > 0 then
            while payload:left() > 0 do
                local one = payload:take(size, "sub-queue info")
                item:add(fields["option.id"], one(0, 4))
                if kind == 3 and size > 4 then
                    item:add(fields["option.rda"], one(4, 1))
                end
            end
        elseif kind == 2 then
            local range = payload:take(payload:left(), "group")
            local pad = padding(range)
            item:add_packet_field(fields["option.groupId"], range(0, range:len() - pad), ENC_UTF_8)
            if pad > 0 then
                item:add(fields.padding, range(range:len() - pad))
            end
        else
            item:add(fields["option.raw"], payload:take(payload:left(), "option payload"))
        end
    end

    -- The header of property `index`: its type, length or offset, and length of its name.
    local function property_header(area, at)
        local head = area(at, 6)
        return { kind = head(0, 1):bitfield(1, 5), value = head(0, 4):bitfield(6, 26), name = head(4, 2):uint() % 4096 }
    end

    -- Reads the properties in front of `input`.
    local function properties(tree, input, schema)
        local start = input.at
        local sizes = input.tvb(start, math.min(1, input:left()))
        if input:left() < 6 then
            fail(string.format("properties at byte %d: need 6 bytes, %d left", start, input:left()))
        end
        local header, stride = sizes:uint() % 8 * 2, math.floor(sizes:uint() / 8) % 8 * 2
        local words, count = input.tvb(start + 1, 3):uint(), input.tvb(start + 5, 1):uint()
        if header < 6 or stride < 6 or count == 0 or words * 4 <= header + stride * count then
            fail(string.format("properties at byte %d: sizes do not fit", start))
        end
        local area = input:take(words * 4, "properties")
        local item = tree:add(fields.properties, area)
        item:add(fields["properties.headerSize"], area(0, 1), header)
        item:add(fields["properties.propertyHeaderSize"], area(0, 1), stride)
        item:add(fields["properties.areaWords"], area(1, 3))
        item:add(fields["properties.count"], area(5, 1))
        extra(item, area(0, header), 6)
        local headers, data = {}, header + stride * count
        local stop, sum = area:len() - padding(area), data
        for index = 1, count do
            headers[index] = property_header(area, header + stride * (index - 1))
            sum = sum + headers[index].name + headers[index].value
        end
        -- Offsets begin with 0 and lengths add up; where the schema id says offsets and they are none, they are
        -- lengths, as the Node SDK writes them.
        local offsets = schema ~= 0 and (headers[1].value == 0 or sum ~= stop) or schema == 0 and sum ~= stop
        item:add(fields["properties.style"], offsets and "new" or "old"):set_generated()
        if schema ~= 0 and not offsets then
            item:add_proto_expert_info(expert_info.dialect)
        end
        local at = data
        for index, head in ipairs(headers) do
            if offsets and data + head.value ~= at then
                fail(string.format("property %d of those at byte %d: its offset does not fit", index, start))
            end
            local value_at = at + head.name
            local next_at = value_at + head.value
            if offsets then
                next_at = headers[index + 1] and data + headers[index + 1].value or stop
            end
            if next_at > stop or next_at < value_at then
                fail(string.format("property %d of those at byte %d: does not fit the area", index, start))
            end
            local head_at = header + stride * (index - 1)
            local one = item:add(fields.property, area(at, next_at - at))
            one:add(fields["property.type"], area(head_at, 1), head.kind)
            one:add_packet_field(fields["property.name"], area(at, head.name), ENC_UTF_8)
            local kind = VALUES[head.kind] or fail(string.format("property %d: type %d is not known", index, head.kind))
            local value = area(value_at, next_at - value_at)
            local fixed = ({ bool = 1, char = 1, short = 2, int32 = 4, int64 = 8 })[kind]
            if fixed and fixed ~= value:len() then
                fail(string.format("property %d: a value of %d bytes", index, value:len()))
            elseif kind == "bool" then
                one:add(fields["property.bool"], value, value:uint() == 1)
            elseif kind == "string" then
                one:add_packet_field(fields["property.string"], value, ENC_UTF_8)
            else
                one:add(fields["property." .. kind], value)
            end
            if head.name > 0 then
                one:append_text(": " .. area(at, head.name):string(ENC_UTF_8))
            end
            at = next_at
        end
        if at ~= stop then
            fail(string.format("properties at byte %d: do not fill their area", start))
        end
        if stop < area:len() then
            item:add(fields.padding, area(stop))
        end
    end

    -- Inflates a range; nil where that fails. The name differs between versions of Wireshark.
    local function inflate(range, name)
        for _, method in ipairs({ "uncompress_zlib", "uncompress" }) do
            local ok, inflated = pcall(function()
                return range[method](range, name)
            end)
            if ok and inflated then
                return inflated
            end
        end
    end

    -- Properties and payload.
    local function application_data(item, input, schema, has_properties, compressed)
        -- Old properties are compressed with the payload; the Node SDK does so whatever the schema id. What zlib
        -- writes begins with 78, which no properties do.
        local together = has_properties and compressed
            and (schema == 0 or input:left() > 0 and input.tvb(input.at, 1):uint() == 120)
        if has_properties and not together then
            properties(item, input, schema)
        end
        if input:left() == 0 then
            return
        end
        local range = input:take(input:left(), "payload")
        if not compressed then
            item:add(fields.payload, range)
            return
        end
        local deflated = item:add(fields.deflated, range)
        local inflated = inflate(range, "Inflated")
        if not inflated then
            deflated:add_proto_expert_info(expert_info.unread, "Wireshark cannot inflate it")
            return
        end
        local whole = reader(inflated:tvb(), 0, inflated:len())
        if together then
            if schema ~= 0 then
                deflated:add_proto_expert_info(expert_info.dialect)
            end
            properties(item, whole, schema)
        end
        if whole:left() > 0 then
            item:add(fields.payload, whole:take(whole:left(), "payload"))
        end
    end

    local function message(tree, input, is_put)
        local start = input.at
        if input:left() < 8 then
            fail(string.format("message at byte %d: needs 8 bytes, %d left", start, input:left()))
        end
        local first, second = input.tvb(start, 4):uint(), input.tvb(start + 4, 4):uint()
        local flags, words = math.floor(first / 268435456), first % 268435456
        local options_words, header_words = math.floor(second / 256), second % 32
        local compression = math.floor(second / 32) % 8
        local whole = input:part(words * 4, "message")
        local item = tree:add(fields.message, input.tvb(start, words * 4))
        local header = whole:take(header_words * 4, "message header")
        local known = is_put and 36 or 32
        local names = flag_names(is_put and bmq_flags.PutFlags or bmq_flags.PushFlags, flags)
        header_field(item, header, "message.flags", 0, 1, flags):append_text(names ~= "" and " (" .. names .. ")" or "")
        header_field(item, header, "message.messageWords", 0, 4, words)
        header_field(item, header, "message.optionsWords", 4, 3)
        header_field(item, header, "message.compression", 7, 1, compression)
        header_field(item, header, "message.headerWords", 7, 1, header_words)
        header_field(item, header, "message.queueId", 8, 4)
        header_field(item, header, "message.guid", 12, 16)
        if is_put then
            header_field(item, header, "message.crc32c", 28, 4)
        end
        local schema = 0
        if header:len() >= known then
            schema = header(known - 4, 2):uint()
        end
        header_field(item, header, "message.schemaId", known - 4, 2)
        header_field(item, header, "message.reserved", known - 2, 2)
        extra(item, header, known)
        local options = whole:part(options_words * 4, "options")
        if options:left() > 0 then
            local list = item:add(fields.options, input.tvb(options.at, options:left()))
            while options:left() > 0 do
                option(list, options)
            end
        end
        local implicit = not is_put and flags % 2 == 1
        local data = whole:left() > 0 and input.tvb(whole.at, whole:left()) or nil
        local pad = data and (implicit and data:len() or padding(data)) or 0
        whole.stop = whole.stop - pad
        if not implicit then
            -- A message whose data are broken does not end the event.
            guarded(item, expert_info, input.tvb, function()
                application_data(item, whole, schema, math.floor(flags / 2) % 2 == 1, compression == 1)
            end)
        end
        if pad > 0 then
            item:add(fields.padding, data(data:len() - pad))
        end
    end

    local function messages(tree, input, is_put)
        local count = 0
        while input:left() > 0 do
            message(tree, input, is_put)
            count = count + 1
        end
        return count
    end

    local function items(tree, input, name)
        local head = input.tvb(input.at, math.min(4, input:left()))
        local words, item_words = nibbles(input:number(1, "header of items"))
        if words == 0 or item_words == 0 then
            fail("a header or an item of 0 words")
        end
        input.at = input.at - 1
        local header = input:take(words * 4, "header of items")
        tree:add(fields["items.headerWords"], head(0, 1), words)
        tree:add(fields["items.itemWords"], head(0, 1), item_words)
        tree:add(fields["items.flags"], head(1, 1))
        extra(tree, header, 4)
        local count = 0
        while input:left() > 0 do
            local range = input:take(item_words * 4, name)
            local item = tree:add(fields[name], range)
            if name == "ack" then
                header_field(item, range, "ack.status", 0, 1, range(0, 1):uint() % 16)
                header_field(item, range, "ack.correlationId", 1, 3)
                header_field(item, range, "ack.guid", 4, 16)
                header_field(item, range, "ack.queueId", 20, 4)
            else
                header_field(item, range, name .. ".queueId", 0, 4)
                header_field(item, range, name .. ".guid", 4, 16)
                header_field(item, range, name .. ".subQueueId", 20, 4)
            end
            extra(item, range, 24)
            count = count + 1
        end
        return count
    end

    -- A message of that many words with a header of that many, as events between brokers pack them.
    local function packed(tree, input, name, words, header_words)
        local whole = input:part(words * 4, name)
        local item = tree:add(fields[name], input.tvb(whole.at, words * 4))
        return item, whole:take(header_words * 4, name .. " header"), whole
    end

    local function storage(tree, input)
        if input:left() < 8 then
            fail("a storage message needs 8 bytes")
        end
        local first, versions = input.tvb(input.at, 4):uint(), input.tvb(input.at + 4, 1):uint()
        local words = first % 134217728
        local item, header, whole = packed(tree, input, "storage", words, versions % 16)
        if words == 0 or header:len() == 0 then
            fail("a storage message of 0 words")
        end
        header_field(item, header, "storage.flags", 0, 1, math.floor(first / 134217728))
        header_field(item, header, "storage.messageWords", 0, 4, words)
        header_field(item, header, "storage.storageProtocolVersion", 4, 1, math.floor(versions / 16) % 4)
        header_field(item, header, "storage.headerWords", 4, 1, versions % 16)
        header_field(item, header, "storage.messageType", 5, 1)
        header_field(item, header, "storage.partitionId", 6, 2)
        header_field(item, header, "storage.journalOffsetWords", 8, 4)
        extra(item, header, 12)
        if whole:left() > 0 then
            item:add(fields["storage.payload"], whole:take(whole:left(), "payload"))
        end
    end

    local function recovery(tree, input)
        if input:left() < 8 then
            fail("a recovery message needs 8 bytes")
        end
        local first = input.tvb(input.at, 4):uint()
        local words = first % 268435456
        local header_words, kind = nibbles(input.tvb(input.at + 5, 1):uint())
        local item, header, whole = packed(tree, input, "recovery", words, header_words)
        if words == 0 or header:len() == 0 then
            fail("a recovery message of 0 words")
        end
        header_field(item, header, "recovery.isFinalChunk", 0, 1, first >= 2147483648)
        header_field(item, header, "recovery.messageWords", 0, 4, words)
        header_field(item, header, "recovery.headerWords", 5, 1, header_words)
        header_field(item, header, "recovery.chunkType", 5, 1, kind)
        header_field(item, header, "recovery.partitionId", 6, 2)
        header_field(item, header, "recovery.chunkSequenceNumber", 8, 4)
        header_field(item, header, "recovery.md5", 12, 16)
        extra(item, header, 28)
        if whole:left() > 0 then
            item:add(fields["recovery.chunk"], whole:take(whole:left(), "chunk"))
        end
    end

    local function receipt(tree, input)
        local range = input:take(16, "receipt")
        local item = tree:add(fields.receipt, range)
        header_field(item, range, "receipt.partitionId", 0, 4)
        header_field(item, range, "receipt.sequenceNumber", 4, 8)
        header_field(item, range, "receipt.primaryLeaseId", 12, 4)
    end

    -- Takes the padding off the end of `input` and shows it.
    local function strip(tree, input)
        local pad = input:left() > 0 and padding(input.tvb(input.at, input:left())) or 0
        input.stop = input.stop - pad
        if pad > 0 then
            tree:add(fields.padding, input.tvb(input.stop, pad))
        end
    end

    local function cluster_state(tree, input)
        if input:left() < 8 then
            fail("a record needs 8 bytes")
        end
        local header_words, kind = nibbles(input.tvb(input.at, 1):uint())
        local words = input.tvb(input.at + 4, 4):uint() % 268435456
        if header_words < 8 or words < 2 then
            fail("a record has a header of at least 8 words and a message")
        end
        local item, header, whole = packed(tree, input, "record", header_words + words, header_words)
        header_field(item, header, "record.headerWords", 0, 1, header_words)
        header_field(item, header, "record.recordType", 0, 1, kind)
        header_field(item, header, "record.leaderAdvisoryWords", 4, 4, words)
        header_field(item, header, "record.electorTerm", 8, 8)
        header_field(item, header, "record.sequenceNumber", 16, 8)
        header_field(item, header, "record.timestamp", 24, 8)
        extra(item, header, 32)
        local body = whole:part(whole:left() - 4, "message")
        item:add(fields["record.crc32c"], whole:take(4, "crc32c"))
        strip(item, body)
        ber_message(fields, item, body, "ClusterMessage", true)
    end

    -- Type and kind of the message of an event in BER: a negotiation has A0 behind its outermost tag.
    local function schema_type(event_type, input)
        if event_type == EVENT.AUTHENTICATION then
            return "AuthenticationMessage", true
        elseif event_type == EVENT.ELECTOR then
            return "ElectorMessage", false
        end
        local at = input.at
        local ok, negotiation = pcall(function()
            element(input)
            return input:number(1, "tag") == 160
        end)
        input.at = at
        if ok and negotiation then
            return "NegotiationMessage", true
        end
        return "ControlMessage", false
    end

    local function schema(tree, input, pinfo, event_type, encoding)
        if input:left() == 0 then
            fail("no message")
        end
        if encoding > 1 then
            fail(string.format("encoding %d is not known", encoding))
        end
        strip(tree, input)
        if encoding == 0 then
            local name, is_choice = schema_type(event_type, input)
            local selected = ber_selected(reader(input.tvb, input.at, input.stop), name, is_choice)
            if selected then
                summary(pinfo, selected)
            end
            ber_message(fields, tree, input, name, is_choice)
            return
        end
        local range = input:take(input:left(), "text")
        if event_type == EVENT.AUTHENTICATION then
            tree:add(fields.secret, range):set_text(string.format("Authentication in JSON, %d bytes (not shown)", range:len()))
            return
        end
        local text = range:raw()
        local selected = text:match('^%s*{%s*"rId"%s*:%s*%-?%d+%s*,%s*"(%w+)"') or text:match('^%s*{%s*"(%w+)"')
        if selected then
            summary(pinfo, selected)
        end
        tree:add_packet_field(fields.json, range, ENC_UTF_8):set_hidden()
        -- The JSON dissector writes the columns anew: what is there stays, what it adds goes.
        pinfo.cols.protocol:fence()
        pinfo.cols.info:fence()
        Dissector.get("json"):call(range:tvb(), pinfo, tree)
        pinfo.cols.protocol:clear()
        pinfo.cols.info:clear()
    end

    local function counted(pinfo, count)
        if count > 1 then
            summary(pinfo, "(" .. count .. ")")
        end
    end

    local function body(item, input, pinfo, event_type, encoding)
        if event_type == EVENT.PUT or event_type == EVENT.PUSH then
            counted(pinfo, messages(item, input, event_type == EVENT.PUT))
        elseif event_type == EVENT.ACK then
            counted(pinfo, items(item, input, "ack"))
        elseif event_type == EVENT.CONFIRM then
            counted(pinfo, items(item, input, "confirm"))
        elseif event_type == EVENT.REJECT then
            counted(pinfo, items(item, input, "reject"))
        elseif event_type == EVENT.CONTROL or event_type == EVENT.AUTHENTICATION then
            schema(item, input, pinfo, event_type, encoding)
        elseif event_type == EVENT.ELECTOR then
            schema(item, input, pinfo, event_type, 0)
        elseif event_type == EVENT.STORAGE or event_type == EVENT.PARTITION_SYNC then
            while input:left() > 0 do
                storage(item, input)
            end
        elseif event_type == EVENT.RECOVERY then
            while input:left() > 0 do
                recovery(item, input)
            end
        elseif event_type == EVENT.REPLICATION_RECEIPT then
            receipt(item, input)
        elseif event_type == EVENT.CLUSTER_STATE then
            cluster_state(item, input)
        end
        if input:left() > 0 then
            item:add(fields.body, input:take(input:left(), "body"))
        end
    end

    local function length(tvb, offset)
        local event = tvb(offset, 4):uint()
        if event >= 8 and event <= MAX_EVENT then
            return event
        end
    end

    local function frame(tvb, pinfo, tree)
        local item = tree:add(proto, tvb())
        guarded(item, expert_info, tvb, function()
            local input = reader(tvb, 0, tvb:len())
            local range = input:take(8, "event header")
            local kind, specific = range(4, 1):uint(), range(6, 1):uint()
            local event_type, header_words = kind % 64, range(5, 1):uint()
            item:add(fields.length, range(0, 4))
            if not length(tvb, 0) then
                fail(string.format("length %d cannot be right: the stream ends here", range(0, 4):uint()))
            end
            local name = named(bmq_names.EventType, event_type)
            summary(pinfo, name)
            item:append_text(", " .. name)
            item:add(fields.protocolVersion, range(4, 1), math.floor(kind / 64))
            item:add(fields.type, range(4, 1), event_type)
            item:add(fields.headerWords, range(5, 1))
            item:add(fields.typeSpecific, range(6, 1))
            local encoding = math.floor(specific / 32)
            if event_type == EVENT.CONTROL or event_type == EVENT.AUTHENTICATION then
                item:add(fields.encoding, range(6, 1), encoding)
            end
            item:add(fields.reserved, range(7, 1))
            if event_type == 0 or header_words < 2 then
                fail("the event header is not valid")
            end
            extra(item, tvb(0, math.min(header_words * 4, tvb:len())), 8)
            input:take(header_words * 4 - 8, "event header")
            body(item, input, pinfo, event_type, encoding)
        end)
    end

    local function plausible(tvb)
        if tvb:len() < 8 or not length(tvb, 0) then
            return false
        end
        local kind, words, specific = tvb(4, 1):uint(), tvb(5, 1):uint(), tvb(6, 1):uint()
        return math.floor(kind / 64) == 1 and bmq_names.EventType[kind % 64] ~= nil
            and (words == 2 or words == 3) and specific % 32 == 0
    end

    register(proto, "BlazingMQ", "30114", length, plausible, frame)
end
