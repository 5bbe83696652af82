-- Writes what counting further entries of a server's list has changed, if nobody has counted them meanwhile.
-- KEYS: 1 how many entries are counted, the others what is written
-- ARGV: 1 how many were counted, 2 how many are now, then of each command its name, the number of its key among KEYS,
--       how many arguments follow, and these
if tonumber(redis.call('GET', KEYS[1]) or 0) ~= tonumber(ARGV[1]) then
  return 0
end
local i = 3
while i <= #ARGV do
  local command, arguments = {ARGV[i], KEYS[tonumber(ARGV[i + 1])]}, tonumber(ARGV[i + 2])
  for each = 1, arguments do
    command[2 + each] = ARGV[i + 2 + each]
  end
  redis.call(unpack(command))
  i = i + 3 + arguments
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
