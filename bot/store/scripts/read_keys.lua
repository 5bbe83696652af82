-- Returns what keys hold at one moment: of each its type, when it vanishes (milliseconds since 1970, negative if it
-- stays) and its value.
-- KEYS: any number of one owner
local found = {}
for i = 1, #KEYS do
  local kind, value = redis.call('TYPE', KEYS[i]).ok, false
  if kind == 'string' then
    value = redis.call('GET', KEYS[i])
  elseif kind == 'hash' then
    value = redis.call('HGETALL', KEYS[i])
  elseif kind == 'set' then
    value = redis.call('SMEMBERS', KEYS[i])
  elseif kind == 'zset' then
    value = redis.call('ZRANGE', KEYS[i], 0, -1, 'WITHSCORES')
  elseif kind == 'stream' then
    value = redis.call('XRANGE', KEYS[i], '-', '+')
  end
  found[i] = {kind, redis.call('PEXPIRETIME', KEYS[i]), value}
end
return found
