"""The scripts that write to a game's log and to what is kept beside it; nothing else does.

Lua does not roll back: every check comes before the first write. Running out of memory is
tested by the server at a script's first write only, so that too is all or nothing. Only
commands of Redis 7.0 and Valkey; all keys of a call carry one hash tag.
"""

from collections.abc import Sequence
from hashlib import sha1
from typing import Any, Final, TypeAlias

from msgspec import Struct
from redis import Redis
from redis.exceptions import NoScriptError

Argument: TypeAlias = str | bytes | int

Call: TypeAlias = tuple[str, int, *tuple[Argument, ...]]
"""SHA-1, number of keys, keys, arguments."""


class Script(Struct, frozen=True):
    """A Lua script and how a server that has it loaded knows it."""

    text: str
    sha: str

    def call(self, names: Sequence[str], arguments: Sequence[Argument]) -> Call:
        """What EVALSHA takes to run it, for a pipeline: the server must have it loaded."""
        operands: tuple[Argument, ...] = (*names, *arguments)
        return (self.sha, len(names), *operands)

    def run(self, server: Redis, names: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """Run it once and give its reply, loading it where the server does not have it."""
        sha, count, *operands = self.call(names, arguments)
        try:
            return server.evalsha(sha, count, *operands)
        except NoScriptError:
            # Loaded, not sent with EVAL: no process's user may run a text of its choice.
            server.script_load(self.text)
            return server.evalsha(sha, count, *operands)


def script(text: str) -> Script:
    """``text`` as a script; nothing is sent anywhere."""
    return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


# KEYS  1 incarnation  2 owner  3 head  4 log  5 answers
#       6 commands  7 feed  8 refusals  9 deadlines  10 open
# ARGV  1 incarnation  2 lease token  3 game  4 actor  5 command id  6 fingerprint  7 answer
#       8 expected seq  9 expected chain  10 chain after
#       11 entry in the commands stream or ''  12 clock due or ''  13 bot due or ''
#       14 refusals kept in full  15... entries
COMMIT: Final = script(
    r"""
local log = KEYS[4]
local game = ARGV[3]
local first_entry = 15

local function take_from_commands()
  if ARGV[11] ~= '' then
    redis.call('XACK', KEYS[6], 'rules', ARGV[11])
    redis.call('XDEL', KEYS[6], ARGV[11])
  end
end

local function last_id()
  local info = redis.call('XINFO', 'STREAM', log)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then return info[i + 1] end
  end
end

local function log_ends_at(seq)
  if redis.call('XLEN', log) ~= seq then return false end
  if seq == 0 then return redis.call('EXISTS', log) == 0 end
  return last_id() == '0-' .. seq
end

local function set_deadline(kind, due)
  if due == '' then
    redis.call('ZREM', KEYS[9], kind .. game)
  else
    redis.call('ZADD', KEYS[9], due, kind .. game)
  end
end

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'incarnation' end
if redis.call('HGET', KEYS[2], 'token') ~= ARGV[2] then return 'lease' end

local name = ARGV[4] .. '\0' .. ARGV[5]
local given = redis.call('HGET', KEYS[5], name)
if given then
  take_from_commands()
  if string.sub(given, 1, 16) ~= ARGV[6] then return 'reused' end
  return {'repeated', string.sub(given, 17)}
end

local head = redis.call('HMGET', KEYS[3], 'seq', 'chain', 'status')
if head[3] == 'closed' then
  take_from_commands()
  return 'closed'
end
if head[3] == 'frozen' then return 'frozen' end
if (head[1] or '0') ~= ARGV[8] or (head[2] or ARGV[9]) ~= ARGV[9] then return 'version' end
local seq = tonumber(ARGV[8])
if not log_ends_at(seq) then return 'torn' end

if #ARGV >= first_entry then
  local commit = {'g', game}
  for i = first_entry, #ARGV do
    seq = seq + 1
    redis.call('XADD', log, '0-' .. seq, 'e', ARGV[i])
    commit[#commit + 1] = tostring(seq)
    commit[#commit + 1] = ARGV[i]
  end
  redis.call('XADD', KEYS[7], '*', unpack(commit))
  redis.call('HSET', KEYS[3], 'seq', seq, 'chain', ARGV[10], 'status', 'open')
  redis.call('HSET', KEYS[5], name, ARGV[6] .. ARGV[7])
  set_deadline('clock:', ARGV[12])
  set_deadline('bot:', ARGV[13])
  if ARGV[8] == '0' then redis.call('SADD', KEYS[10], game) end
elseif seq > 0 then
  -- A refusal. A game that was never opened keeps nothing, or guessed ids would fill the server.
  local count = redis.call('HINCRBY', KEYS[3], 'refused:' .. ARGV[4], 1)
  if count <= tonumber(ARGV[14]) then
    redis.call('HSET', KEYS[5], name, ARGV[6] .. ARGV[7])
    redis.call('XADD', KEYS[8], '*', 'g', game, 'a', ARGV[4], 'c', ARGV[5],
      'f', ARGV[6], 'r', ARGV[7])
  end
end
take_from_commands()
return 'written'
"""
)

# KEYS  1 owner
# Runs before the commits of a pipeline, on their connection: a server's life ends with its
# connections. A lease that passed the gate in another life ends here: a client reconnects without
# a word, and an older copy of the log may hold its token and the state it was about to leave.
FENCE: Final = script(
    r"""
local ready = redis.call('HGET', KEYS[1], 'run_id')
if ready and string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') ~= ready then
  redis.call('HSET', KEYS[1], 'token', '', 'until', '0')
end
"""
)

# KEYS  1 owner  2 head  3 log  4 answers  5 feed  6 deadlines  7 open
# ARGV  1 lease token  2 game  3 chain  4 clock due or ''  5 bot due or ''  then for each commit:
#       name in answers, fingerprint and answer, number of entries, entries...
RESTORE: Final = script(
    r"""
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
local game = ARGV[2]
redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
redis.call('ZREM', KEYS[6], 'clock:' .. game, 'bot:' .. game)
if ARGV[4] ~= '' then redis.call('ZADD', KEYS[6], ARGV[4], 'clock:' .. game) end
if ARGV[5] ~= '' then redis.call('ZADD', KEYS[6], ARGV[5], 'bot:' .. game) end
local seq = 0
local at = 6
while at <= #ARGV do
  local commit = {'g', game}
  local first = at + 3
  for i = first, first + tonumber(ARGV[at + 2]) - 1 do
    seq = seq + 1
    redis.call('XADD', KEYS[3], '0-' .. seq, 'e', ARGV[i])
    commit[#commit + 1] = tostring(seq)
    commit[#commit + 1] = ARGV[i]
  end
  redis.call('XADD', KEYS[5], '*', unpack(commit))
  redis.call('HSET', KEYS[4], ARGV[at], ARGV[at + 1])
  at = first + tonumber(ARGV[at + 2])
end
redis.call('HSET', KEYS[2], 'seq', seq, 'chain', ARGV[3], 'status', 'open')
redis.call('SADD', KEYS[7], game)
return 1
"""
)

# KEYS  1 head  2 log  3 answers  4 deadlines  5 open
# ARGV  1 game  2 seq  3 chain  4 how long the tombstone stays, ms
CLOSE: Final = script(
    r"""
local head = redis.call('HMGET', KEYS[1], 'seq', 'chain', 'status')
if head[1] ~= ARGV[2] or head[2] ~= ARGV[3] then return 0 end
if head[3] == 'closed' then return 1 end
if head[3] ~= 'open' or redis.call('XLEN', KEYS[2]) ~= tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('HSET', KEYS[1], 'seq', ARGV[2], 'chain', ARGV[3], 'status', 'closed')
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('ZREM', KEYS[4], 'clock:' .. ARGV[1], 'bot:' .. ARGV[1])
redis.call('SREM', KEYS[5], ARGV[1])
return 1
"""
)

# KEYS  1 owner  2 head  3 deadlines
# ARGV  1 lease token  2 reason  3 chain of a game without entries  4 game
FREEZE: Final = script(
    r"""
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
if redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('HSET', KEYS[2], 'seq', 0, 'chain', ARGV[3])
end
redis.call('HSET', KEYS[2], 'status', 'frozen', 'reason', ARGV[2])
-- Nothing can become of them; putting the log back sets them again.
redis.call('ZREM', KEYS[3], 'clock:' .. ARGV[4], 'bot:' .. ARGV[4])
return 1
"""
)

# KEYS  1 owner  2 incarnation
# ARGV  1 lease token  2 incarnation
SET_INCARNATION: Final = script(
    r"""
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
return 1
"""
)
