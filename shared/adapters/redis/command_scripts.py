"""The scripts that read waiting commands, cut to what a command may be.

Whoever may send commands may send megabytes, and a worker reads hundreds of entries at once: only
a script keeps the rest of them on the server. None of this touches a log.
"""

from typing import Final

from shared.adapters.redis.scripts import Script, script

# ARGV  1 how many bytes of a field are given
# Of the fields that a command has each counts once, the last of its name.
_CUT: Final = r"""
local function cut(entry)
  local fields = {}
  for i = 1, #entry[2], 2 do
    fields[entry[2][i]] = string.sub(entry[2][i + 1], 1, tonumber(ARGV[1]))
  end
  return {entry[1], fields['c'] or false, fields['s'] or false}
end

local function cut_all(entries)
  local given = {}
  for i = 1, #entries do given[i] = cut(entries[i]) end
  return given
end
"""

# KEYS  1 commands
# ARGV  2 group  3 consumer  4 how many entries at most
# The entries, and how far the group has come: what is to be waited for comes after that.
TAKE: Final[Script] = script(
    _CUT
    + r"""
local found = redis.call('XREADGROUP', 'GROUP', ARGV[2], ARGV[3], 'COUNT', ARGV[4],
  'STREAMS', KEYS[1], '>')
if found then return {cut_all(found[1][2]), false} end
for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local facts = {}
  for i = 1, #group, 2 do facts[group[i]] = group[i + 1] end
  if facts['name'] == ARGV[2] then return {{}, facts['last-delivered-id']} end
end
"""
)

# KEYS  1 commands
# ARGV  2... the first and the last id of each range
LOOK: Final[Script] = script(
    _CUT
    + r"""
local given = {}
for i = 2, #ARGV, 2 do
  for _, entry in ipairs(redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i + 1])) do
    given[#given + 1] = cut(entry)
  end
end
return given
"""
)
