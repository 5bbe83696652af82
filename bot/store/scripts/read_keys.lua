-- Returns what keys hold at one moment: of each its type, when it vanishes (milliseconds since 1970, negative if it
-- stays) and its value. What may be long is left to be read in pages: of a stream the value is the id of its last entry,
-- for entries are only ever added, of a set there is none.
-- KEYS: any number of one owner
local found = {}
for i = 1, #KEYS do
  local kind, value = redis.call('TYPE', KEYS[i]).ok, false
  if kind == 'string' then
    value = redis.call('GET', KEYS[i])
  elseif kind == 'hash' then
    value = redis.call('HGETALL', KEYS[i])
  elseif kind == 'stream' then
    local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1]
    value = last and last[1] or ''
  end
  found[i] = {kind, redis.call('PEXPIRETIME', KEYS[i]), value}
end
return found
