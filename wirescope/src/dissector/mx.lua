-- MessageX: a length and a JSON object; its own members as fields, and all of it by Wireshark's JSON dissector.

do
    local proto = Proto("mx", "MessageX")
    local expert_info = {
        malformed = ProtoExpert.new("mx.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR),
        cut = ProtoExpert.new("mx.cut", "Not captured as a whole", expert.group.UNDECODED, expert.severity.NOTE),
    }
    proto.experts = expert_info
    local MAX_TEXT = 1048576
    local MAX_DEPTH = 127

    local fields = {
        length = ProtoField.uint32("mx.length", "Length", base.DEC),
        json = ProtoField.string("mx.json", "Text", base.UNICODE),
        version = ProtoField.string("mx.version", "version"),
        type = ProtoField.string("mx.type", "type", base.UNICODE),
        command = ProtoField.string("mx.command", "command", base.UNICODE),
        event = ProtoField.string("mx.event", "event", base.UNICODE),
        requestId = ProtoField.string("mx.requestId", "requestId", base.UNICODE),
        success = ProtoField.string("mx.success", "success"),
        payload = ProtoField.string("mx.payload", "payload", base.UNICODE),
        error = ProtoField.string("mx.error", "error", base.UNICODE),
        code = ProtoField.string("mx.error.code", "code", base.UNICODE),
        message = ProtoField.string("mx.error.message", "message", base.UNICODE),
        member = ProtoField.string("mx.member", "Other member", base.UNICODE),
    }
    proto.fields = fields
    local MEMBERS = { "version", "type", "command", "event", "requestId", "success", "payload", "error" }
    for _, name in ipairs(MEMBERS) do
        MEMBERS[name] = true
    end

    -- The place behind the string that begins at `at`.
    local function string_end(text, at)
        local from = at + 1
        while true do
            local stop = text:find('["\\]', from)
            if not stop then
                fail("a string does not end")
            elseif text:sub(stop, stop) == '"' then
                return stop + 1
            end
            from = stop + 2
        end
    end

    -- The place behind the value that begins at `at`.
    local function value_end(text, at)
        local first = text:sub(at, at)
        if first == '"' then
            return string_end(text, at)
        elseif first ~= "{" and first ~= "[" then
            local stop = text:match("^[%w%+%-%.]+()", at)
            return stop or fail(string.format("no value at byte %d of the text", at - 1))
        end
        local depth = 0
        while true do
            local stop = text:find('["{}%[%]]', at)
            if not stop then
                fail("an object or array does not end")
            end
            local found = text:sub(stop, stop)
            if found == '"' then
                at = string_end(text, stop)
            else
                depth = depth + ((found == "{" or found == "[") and 1 or -1)
                if depth > MAX_DEPTH then
                    fail("nested too deep")
                end
                at = stop + 1
                if depth == 0 then
                    return at
                end
            end
        end
    end

    -- Calls `give(name, from, to)` for each member of the object that begins at `at`; places count from 1.
    local function members(text, at, give)
        at = text:match("^%s*{%s*()", at) or fail("the text is no object")
        if text:sub(at, at) == "}" then
            return
        end
        while true do
            if text:sub(at, at) ~= '"' then
                fail(string.format("no member at byte %d of the text", at - 1))
            end
            local behind = string_end(text, at)
            local name = text:sub(at + 1, behind - 2)
            local from = text:match("^%s*:%s*()", behind) or fail("a member has no value")
            local to = value_end(text, from)
            give(name, from, to)
            local separator, next_at = text:match("^%s*([,}])%s*()", to)
            if separator == "}" then
                return
            elseif not separator then
                fail(string.format("no comma at byte %d of the text", to - 1))
            end
            at = next_at
        end
    end

    local function frame(tvb, pinfo, tree)
        local item = tree:add(proto, tvb())
        guarded(item, expert_info, tvb, function()
            local input = reader(tvb, 0, tvb:len())
            local length_range = input:take(4, "length")
            local length = length_range:uint()
            item:add(fields.length, length_range)
            if length == 0 or length > MAX_TEXT then
                fail(string.format("length %d cannot be right: the stream ends here", length))
            end
            local start = input.at
            local range = input:take(length, "text")
            local text = range:raw()
            local found = {}
            -- What stands in quotes is shown without them, its escapes as they are.
            local function show(parent, key, from, to, label)
                local quoted = text:sub(from, from) == '"'
                local inner = quoted and to - from - 2 or to - from
                local place = start + from - 1 + (quoted and 1 or 0)
                local part = tvb(place, inner)
                local shown = parent:add_packet_field(fields[key], part, ENC_UTF_8)
                if label then
                    shown:prepend_text(label .. ": ")
                end
                found[key] = text:sub(place - start + 1, place - start + inner)
                return shown
            end
            members(text, 1, function(name, from, to)
                if name == "error" and text:sub(from, from) == "{" then
                    local shown = show(item, "error", from, to)
                    members(text, from, function(inner, first, last)
                        if inner == "code" or inner == "message" then
                            show(shown, inner, first, last)
                        end
                    end)
                elseif MEMBERS[name] then
                    show(item, name, from, to)
                else
                    show(item, "member", from, to, name)
                end
            end)
            local about = found.command or found.event or ""
            local how = found.success == "false" and " failed: " .. (found.code or "") or ""
            local id = found.requestId and " id=" .. found.requestId or ""
            summary(pinfo, string.format("%s %s%s%s", found.type or "?", about, id, how))
            item:append_text(string.format(", %s %s", found.type or "?", about))
            item:add_packet_field(fields.json, range, ENC_UTF_8):set_hidden()
            -- The JSON dissector writes the columns anew: what is there stays, what it adds goes.
            pinfo.cols.protocol:fence()
            pinfo.cols.info:fence()
            Dissector.get("json"):call(range:tvb(), pinfo, item)
            pinfo.cols.protocol:clear()
            pinfo.cols.info:clear()
        end)
    end

    local function length(tvb, offset)
        local text = tvb(offset, 4):uint()
        if text > 0 and text <= MAX_TEXT then
            return text + 4
        end
    end

    local function plausible(tvb)
        local text = length(tvb, 0)
        if not text or text < 6 then
            return false
        end
        local head = tvb:len() > 4 and tvb(4, math.min(tvb:len() - 4, 60)):raw() or ""
        local rest = head:match("^%s*{%s*(.?)")
        return rest == "" or rest == '"' or rest == "}"
    end

    register(proto, "MessageX", "5678", length, plausible, frame)
end
