-- Notes somebody's vote in the place of an earlier one; returns how many have voted, 0 if votes are not taken any more.
-- KEYS: 1 the day; ARGV: 1 the number of the position, 2 the field of the vote, 3 the vote
local number, position, closed = unpack(redis.call('HMGET', KEYS[1], 'number', 'position', 'closed:' .. ARGV[1]))
if number ~= ARGV[1] or not position or closed then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
local votes = 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 5) == 'vote:' then
    votes = votes + 1
  end
end
return votes
