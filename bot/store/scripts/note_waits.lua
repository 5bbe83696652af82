-- Notes what tables say of what they wait for, unless something later is noted of them.
-- KEYS: 1 the tables that a person sits at
-- ARGV: 1 seconds after which all is forgotten of which nothing is said any more,
--       then by turns a table, the version that says it, and what, empty for nothing
for i = 2, #ARGV, 3 do
  local noted = redis.call('HGET', KEYS[1], ARGV[i])
  if not noted or tonumber(string.match(noted, '^%d+')) < tonumber(ARGV[i + 1]) then
    if ARGV[i + 2] == '' then
      redis.call('HDEL', KEYS[1], ARGV[i])
    else
      redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1] .. ' ' .. ARGV[i + 2])
    end
  end
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
