-- A worker that ends gives back a question: it waits for another one, before all others.
-- KEYS: 1 the list of those that wait, 2 the question, 3 its lease
-- ARGV: 1 its id, 2 the worker
if redis.call('GET', KEYS[3]) == ARGV[2] and redis.call('DEL', KEYS[3]) == 1 and redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('LPUSH', KEYS[1], ARGV[1])
end
return 1
