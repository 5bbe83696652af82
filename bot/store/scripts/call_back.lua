-- Notes whom the numbers of a server's list stand for, of those that still stand for them.
-- KEYS: 1 the number by which it calls each person, and back; ARGV: persons
for _, person in ipairs(ARGV) do
  local number = redis.call('HGET', KEYS[1], person)
  if number then
    redis.call('HSET', KEYS[1], '#' .. number, person)
  end
end
return 1
