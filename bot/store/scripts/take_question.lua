-- Leases a question to a worker that has found it in the list.
-- KEYS: 1 the question, 2 its lease
-- ARGV: 1 the worker, 2 milliseconds of the lease
-- Returns what it says; nothing if nobody wants the answer any more.
local question = redis.call('GET', KEYS[1])
if question then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
end
return question
