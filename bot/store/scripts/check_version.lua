-- Returns the schema number of what is stored, after raising it to ours if it was older or not there.
-- KEYS: 1 the schema number; ARGV: 1 our schema number
local stored = redis.call('GET', KEYS[1])
if not stored or (tonumber(stored) or math.huge) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1])
  return ARGV[1]
end
return stored
