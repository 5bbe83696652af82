-- Makes a key what it was, whatever it is now; returns 1, or 0 if its time is over.
-- KEYS: 1 the key
-- ARGV: 1 the command that writes an item, 2 when the key vanishes (milliseconds since 1970) or empty,
--       then of each item the number of its words and the words
redis.call('DEL', KEYS[1])
local i = 3
while i <= #ARGV do
  local last = i + tonumber(ARGV[i])
  redis.call(ARGV[1], KEYS[1], unpack(ARGV, i + 1, last))
  i = last + 1
end
if ARGV[2] ~= '' then
  redis.call('PEXPIREAT', KEYS[1], ARGV[2])
end
return redis.call('EXISTS', KEYS[1])
