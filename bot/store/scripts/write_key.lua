-- Adds items to a key; returns 1, or 0 if its time is over. The items of a stream come in order; those that are there
-- already, because an answer was lost, are left alone.
-- KEYS: 1 the key
-- ARGV: 1 the command that writes an item, 2 when the key vanishes (milliseconds since 1970) or empty,
--       then of each item the number of its words and the words
local i = 3
if ARGV[1] == 'XADD' and #redis.call('XRANGE', KEYS[1], ARGV[4], ARGV[4]) == 1 then
  return 1
end
while i <= #ARGV do
  local last = i + tonumber(ARGV[i])
  redis.call(ARGV[1], KEYS[1], unpack(ARGV, i + 1, last))
  i = last + 1
end
if ARGV[2] ~= '' then
  redis.call('PEXPIREAT', KEYS[1], ARGV[2])
end
return redis.call('EXISTS', KEYS[1])
