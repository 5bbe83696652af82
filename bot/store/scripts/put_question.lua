-- Lets a question to the engine wait for a worker, unless it does so already.
-- KEYS: 1 the list of those that wait, 2 the question
-- ARGV: 1 its id, 2 what it says, 3 seconds after which nobody wants the answer any more
if redis.call('SET', KEYS[2], ARGV[2], 'NX', 'EX', ARGV[3]) then
  redis.call('RPUSH', KEYS[1], ARGV[1])
end
return 1
