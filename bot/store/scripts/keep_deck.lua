-- Changes somebody's deck, unless it has changed since it was read; returns 1 if it is as wanted now, else 0. Repeated
-- with the same values it does nothing.
-- KEYS: 1 the deck, 2 its cards
-- ARGV: 1 the state that was read, empty if there was none, 2 the state from now on, 3 a card whose content changes, empty
--       if none does, 4 its content, empty if it goes, then name and value of each entry that changes
local state = redis.call('HGET', KEYS[1], '#') or ''
if state == ARGV[2] then
  return 1
end
if state ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], '#', ARGV[2], unpack(ARGV, 5))
if ARGV[3] ~= '' then
  if ARGV[4] == '' then
    redis.call('HDEL', KEYS[2], ARGV[3])
  else
    redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
  end
end
return 1
