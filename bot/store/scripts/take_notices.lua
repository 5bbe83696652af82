-- Takes what somebody is to be told and nobody else tells them now; what is too old is forgotten.
-- KEYS: 1 what the person is to be told: of each when it is too old, until when it is taken, by whom, and what it says
-- ARGV: 1 the time, 2 until when it is taken, 3 by whom, 4 the name of the only one that is wanted, or empty
-- Returns by turns a name and what it says.
local taken = {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local ends, held, holder, says = string.match(all[i + 1], '^(%S+) (%S+) (%S+) (.*)$')
  if tonumber(ends) <= tonumber(ARGV[1]) then
    redis.call('HDEL', KEYS[1], all[i])
  elseif (ARGV[4] == '' or ARGV[4] == all[i]) and (tonumber(held) <= tonumber(ARGV[1]) or holder == ARGV[3]) then
    redis.call('HSET', KEYS[1], all[i], table.concat({ends, ARGV[2], ARGV[3], says}, ' '))
    table.insert(taken, all[i])
    table.insert(taken, says)
  end
end
return taken
