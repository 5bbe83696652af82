-- Notes that what was taken has been told, or has not and may be taken again.
-- KEYS: 1 what the person is to be told, as `take_notices` has it
-- ARGV: 1 who has taken it, 2 whether it has been told, then the names
for i = 3, #ARGV do
  local noted = redis.call('HGET', KEYS[1], ARGV[i])
  if noted then
    local ends, holder, says = string.match(noted, '^(%S+) %S+ (%S+) (.*)$')
    if holder == ARGV[1] then
      local held = ARGV[2] == '1' and ends or '0'
      redis.call('HSET', KEYS[1], ARGV[i], table.concat({ends, held, holder, says}, ' '))
    end
  end
end
