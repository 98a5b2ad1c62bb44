-- What the dissectors share. Plain Lua of 5.2 to 5.4: no operators on bits, integers stay integers.

-- Reads one part of a buffer and never beyond it.
local Reader = {}
Reader.__index = Reader

local function reader(tvb, at, stop)
    return setmetatable({ tvb = tvb, at = at, stop = stop }, Reader)
end

-- Ends the dissection of a frame: `text` becomes expert information.
local function fail(text)
    error({ text = text }, 0)
end

function Reader:left()
    return self.stop - self.at
end

-- The next `len` bytes as a range; `what` is the field's name.
function Reader:take(len, what)
    if len > self:left() then
        fail(string.format("%s at byte %d: needs %d more bytes, %d left", what, self.at, len, self:left()))
    end
    local range = self.tvb(self.at, len)
    self.at = self.at + len
    return range
end

-- An unsigned number of up to four bytes.
function Reader:number(len, what)
    return self:take(len, what):uint()
end

-- A reader of the next `len` bytes.
function Reader:part(len, what)
    local range = self:take(len, what)
    return reader(self.tvb, self.at - range:len(), self.at)
end

-- The name of a number in a table of names, or the number.
local function named(names, number)
    return names[number] or tostring(number)
end

-- The names of the bits that are set, in a table of { name, bit }.
local function flag_names(flags, number)
    local found = {}
    for _, flag in ipairs(flags) do
        if math.floor(number / flag[2]) % 2 == 1 then
            found[#found + 1] = flag[1]
        end
    end
    return table.concat(found, " | ")
end

-- Runs a step of a dissection; what it breaks becomes expert information on `item`: the codes `expert.malformed`, or
-- `expert.cut` where the capture does not hold the whole packet.
local function guarded(item, expert, tvb, step)
    local ok, problem = pcall(step)
    if ok then
        return true
    end
    local text = type(problem) == "table" and problem.text or "dissector error: " .. tostring(problem)
    local is_cut = tvb:len() < tvb:reported_len()
    item:add_proto_expert_info(is_cut and expert.cut or expert.malformed, text)
    return false
end

-- Appends to the summary of the packet.
local function summary(pinfo, text)
    pinfo.cols.info:append(text .. "  ")
end

-- Registers a dissector of frames over TCP: ports as a preference, heuristics for all others, Decode As.
--   length(tvb, offset): bytes of the frame there, nil where no frame can be
--   plausible(tvb): whether a connection may begin like this
--   frame(tvb, pinfo, tree): dissects one frame
local function register(proto, name, ports, length, plausible, frame)
    local registered = ports
    proto.prefs.ports = Pref.range("TCP ports", ports, "TCP ports that are " .. name, 65535)
    proto.prefs.heuristic = Pref.bool("Recognise on any port", true, "Look at connections on other ports too")

    local function get_length(tvb, _, offset)
        -- A length that cannot be right ends the stream, and one that was not captured is not known: all that is there
        -- is shown as one frame.
        return tvb:len() >= offset + 4 and length(tvb, offset) or tvb:reported_length_remaining(offset)
    end

    local function one(tvb, pinfo, tree)
        frame(tvb, pinfo, tree)
        return tvb:len()
    end

    local function dissect(tvb, pinfo, tree)
        pinfo.cols.protocol = name
        pinfo.cols.info = ""
        dissect_tcp_pdus(tvb, tree, 4, get_length, one, true)
        return tvb:len()
    end

    proto.dissector = dissect
    proto:register_heuristic("tcp", function(tvb, pinfo, tree)
        if not proto.prefs.heuristic or tvb:len() < 4 or not plausible(tvb) then
            return false
        end
        pinfo.conversation = proto
        -- Not `proto.dissector`: a call through Wireshark would count as a layer, in which TCP does not put parts together.
        dissect(tvb, pinfo, tree)
        return true
    end)

    local tcp = DissectorTable.get("tcp.port")
    tcp:add(registered, proto)
    function proto.prefs_changed()
        if registered ~= proto.prefs.ports then
            if registered ~= "" then
                tcp:remove(registered, proto)
            end
            registered = proto.prefs.ports
            if registered ~= "" then
                tcp:add(registered, proto)
            end
        end
    end
    tcp:add_for_decode_as(proto)
end
