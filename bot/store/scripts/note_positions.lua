-- Adds positions that may be shown some day, unless they have been. Of too many those are left whose names come first,
-- which is as good as drawing lots, for a name says nothing.
-- KEYS: 1 those that wait: name -> where it comes from, 2 the names of those that were shown
-- ARGV: 1 how many may wait, then of each position its name and where it comes from
for i = 2, #ARGV, 2 do
  if redis.call('SISMEMBER', KEYS[2], ARGV[i]) == 0 then
    redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
local names = redis.call('HKEYS', KEYS[1])
table.sort(names)
for i = tonumber(ARGV[1]) + 1, #names do
  redis.call('HDEL', KEYS[1], names[i])
end
return 1
