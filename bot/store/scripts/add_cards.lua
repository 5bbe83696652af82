-- Adds cards to somebody's deck, if there is one; those that it has, or had, are left as they are. Returns how many are
-- new.
-- KEYS: 1 the deck, 2 its cards
-- ARGV: 1 the most cards with a content, then name, entry and content of each card
if redis.call('HEXISTS', KEYS[1], '#') == 0 then
  return 0
end
local room, added = tonumber(ARGV[1]) - redis.call('HLEN', KEYS[2]), 0
for i = 2, #ARGV, 3 do
  if added < room and redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1]) == 1 then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 2])
    added = added + 1
  end
end
return added
