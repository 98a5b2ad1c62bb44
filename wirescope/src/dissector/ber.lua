-- BlazingMQ's schema messages in BER, by the tables `bmq_schema` and `bmq_schema_enums`.

local MAX_BER_DEPTH = 64

-- Declares the fields of the schema: `bmq.Type.member`.
local function declare_schema(fields)
    local function declare(key, label, shape)
        local kind = shape.kind
        if kind == "enum" then
            fields[key] = ProtoField.int32(key, label, base.DEC, bmq_schema_enums[shape.name])
        elseif kind == "int" then
            fields[key] = (shape.signed and ProtoField.int64 or ProtoField.uint64)(key, label, base.DEC)
        elseif kind == "bool" then
            fields[key] = ProtoField.bool(key, label)
        elseif kind == "text" then
            fields[key] = ProtoField.string(key, label, base.UNICODE)
        elseif kind == "binary" then
            fields[key] = ProtoField.bytes(key, label)
        else
            fields[key] = ProtoField.none(key, label)
        end
    end
    for name, members in pairs(bmq_schema) do
        fields["bmq." .. name] = ProtoField.none("bmq." .. name, name)
        for _, member in pairs(members) do
            declare("bmq." .. name .. "." .. member[1], member[1], member[2])
        end
    end
    fields["bmq.ber.unknown"] = ProtoField.bytes("bmq.ber.unknown", "Unknown member")
end

-- Identifier and contents of the next element: class and number of its tag, whether it holds others, and a reader of
-- its contents, whose end is unknown (`open`) for an indefinite length.
local function element(input)
    local start = input.at
    local first = input:number(1, "BER tag")
    local tag = { start = start, first = first, constructed = math.floor(first / 32) % 2 == 1, number = first % 32 }
    if tag.number == 31 then
        tag.number = 0
        repeat
            local octet = input:number(1, "BER tag")
            if tag.number > 16777216 then
                fail("a BER tag is too large")
            end
            tag.number = tag.number * 128 + octet % 128
        until octet < 128
    end
    local length = input:number(1, "BER length")
    if length == 128 then
        tag.open = true
    elseif length > 128 then
        local octets = length - 128
        if octets > 4 then
            fail("a BER length has more than 4 octets")
        end
        length = input:number(octets, "BER length")
    end
    if not tag.open then
        if length > input:left() then
            fail(string.format("BER element at byte %d: needs %d bytes, %d left", start, length, input:left()))
        end
        tag.stop = input.at + length
    end
    return tag
end

-- Calls `give(tag)` for each element inside `tag`; what it does not read is skipped.
local function each_element(input, tag, depth, give)
    if depth > MAX_BER_DEPTH then
        fail("BER is nested too deep")
    end
    local skip
    function skip(inner, level)
        if inner.stop then
            input.at = inner.stop
            return
        end
        each_element(input, inner, level + 1, function(next_tag)
            skip(next_tag, level + 1)
        end)
    end
    while true do
        if tag.open then
            if input:left() >= 2 and input.tvb(input.at, 2):uint() == 0 then
                input.at = input.at + 2
                return
            end
        elseif input.at >= tag.stop then
            input.at = tag.stop
            return
        end
        local inner = element(input)
        local before = input.at
        if not give(inner) then
            input.at = before
            skip(inner, depth)
        end
    end
end

-- An element that holds no others, as a range.
local function contents(input, tag)
    if not tag.stop then
        fail("an element that holds no others has a definite length")
    end
    return input:take(tag.stop - input.at, "BER contents")
end

local ber_value

-- The members of a sequence or selections of a choice.
local function ber_members(fields, tree, input, tag, name, depth)
    local members = bmq_schema[name]
    each_element(input, tag, depth, function(inner)
        local member = members[inner.number]
        if not member or inner.first < 128 then
            if inner.stop and inner.stop > inner.start then
                tree:add(fields["bmq.ber.unknown"], input.tvb(inner.start, inner.stop - inner.start))
            end
            return false
        end
        ber_value(fields, tree, input, inner, "bmq." .. name .. "." .. member[1], member[2], depth + 1)
        return true
    end)
end

-- A value of a shape, whose element is `tag`.
function ber_value(fields, tree, input, tag, key, shape, depth)
    local kind, field = shape.kind, fields[key]
    if kind == "int" or kind == "enum" or kind == "bool" then
        local range = contents(input, tag)
        local len = range:len()
        if len == 0 or len > 9 then
            fail(string.format("%s: a number has 1 to 9 octets, not %d", key, len))
        elseif kind == "bool" then
            tree:add(field, range, range(len - 1, 1):uint() ~= 0)
        elseif kind == "enum" then
            if len > 4 then
                fail(key .. ": an enumeration has at most 4 octets")
            end
            tree:add(field, range, range:int())
        else
            -- An octet of zero may stand in front of an unsigned number.
            local low = len == 9 and range(1, 8) or range
            tree:add(field, range, shape.signed and low:int64() or low:uint64())
        end
    elseif kind == "text" or kind == "binary" then
        local range = contents(input, tag)
        if kind == "text" then
            tree:add_packet_field(field, range, ENC_UTF_8)
        else
            tree:add(field, range)
        end
    elseif kind == "secret" then
        local range = contents(input, tag)
        tree:add(field, range):append_text(string.format(" (not shown): %d bytes", range:len()))
    else
        local item = tree:add(field, input.tvb(tag.start, 0))
        if kind == "array" then
            each_element(input, tag, depth, function(inner)
                if inner.first ~= 48 then
                    return false
                end
                local one = item:add(fields["bmq." .. shape.of.name], input.tvb(inner.start, 0))
                ber_members(fields, one, input, inner, shape.of.name, depth + 1)
                one:set_len(input.at - inner.start)
                return true
            end)
        elseif kind == "choice" and not shape.untagged then
            -- Another element stands around the selection.
            each_element(input, tag, depth, function(inner)
                if inner.number == 0 and inner.first >= 128 then
                    ber_members(fields, item, input, inner, shape.name, depth + 1)
                    return true
                end
            end)
        else
            ber_members(fields, item, input, tag, shape.name, depth + 1)
        end
        item:set_len(input.at - tag.start)
    end
end

-- A whole message: a sequence (30) of the type of that name. Gives the names of what is selected.
local function ber_message(fields, tree, input, name, is_choice)
    local tag = element(input)
    if tag.first ~= 48 then
        fail(string.format("a message is a sequence (30), not %02x", tag.first))
    end
    local item = tree:add(fields["bmq." .. name], input.tvb(tag.start, 0))
    if is_choice then
        each_element(input, tag, 0, function(inner)
            if inner.number == 0 and inner.first >= 128 then
                ber_members(fields, item, input, inner, name, 1)
                return true
            end
        end)
    else
        ber_members(fields, item, input, tag, name, 0)
    end
    item:set_len(input.at - tag.start)
end

-- The name of what a message selects, without adding anything.
local function ber_selected(input, name, is_choice)
    local selected
    pcall(function()
        local at = input.at
        local tag = element(input)
        each_element(input, tag, 0, function(inner)
            local member = bmq_schema[name][inner.number]
            local choice = is_choice and inner.number == 0 and name
                or member and member[2].kind == "choice" and member[2].name
            if choice and inner.constructed and not selected then
                local selection = bmq_schema[choice][element(input).number]
                selected = selection and selection[1]
            end
        end)
        input.at = at
    end)
    return selected
end
