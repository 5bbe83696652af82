-- Hands an answer to whoever has asked, unless that has happened or is not wanted any more.
-- KEYS: 1 the question, 2 its lease, 3 the list of answers
-- ARGV: 1 the answer behind its id, 2 seconds for which it is kept
-- Returns whether it was handed over.
if redis.call('DEL', KEYS[1]) == 0 then
  return 0
end
redis.call('DEL', KEYS[2])
redis.call('RPUSH', KEYS[3], ARGV[1])
redis.call('EXPIRE', KEYS[3], ARGV[2])
return 1
