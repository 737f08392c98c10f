/**
 * What runs inside Redis, each as one step. The keys, behind a prefix: `spots` (id → spot) of all that waits or runs, `released` (ids that
 * may run), `waiting` (group → count), `wait:<group>:<repository>` (ids in their order), `turns:<group>` (repositories that have some),
 * `busy:<group>` (lanes that are taken), `held` (lanes of `once`), `done:<id>`.
 */
const release = `
local prefix = KEYS[1]

local function firstFree(group, repository)
  for _, id in ipairs(redis.call('LRANGE', prefix .. 'wait:' .. group .. ':' .. repository, 0, -1)) do
    local raw = redis.call('HGET', prefix .. 'spots', id)
    if not raw then
      redis.call('LREM', prefix .. 'wait:' .. group .. ':' .. repository, 1, id)
    else
      local spot = cjson.decode(raw)
      if redis.call('SISMEMBER', prefix .. 'busy:' .. group, spot.lane) == 0 then return id, spot end
    end
  end
end

local function releaseOne(group)
  local turns = prefix .. 'turns:' .. group
  for _ = 1, redis.call('LLEN', turns) do
    local repository = redis.call('LPOP', turns)
    local wait = prefix .. 'wait:' .. group .. ':' .. repository
    local id, spot = firstFree(group, repository)
    if id then
      redis.call('LREM', wait, 1, id)
      redis.call('SADD', prefix .. 'busy:' .. group, spot.lane)
      redis.call('HSET', prefix .. 'released', id, 1)
      redis.call('HINCRBY', prefix .. 'waiting', group, -1)
    end
    if redis.call('LLEN', wait) > 0 then redis.call('RPUSH', turns, repository) end
    if id then return id end
  end
end

local function releaseNext(group, most)
  local ids = {}
  while redis.call('SCARD', prefix .. 'busy:' .. group) < most do
    local id = releaseOne(group)
    if not id then break end
    table.insert(ids, id)
  end
  return ids
end
`;

/** Gives a work its place, unless it has one or is done; answers with what is known of it and the ids that may run now. */
export const admitScript = `${release}
local id, raw, limit = ARGV[1], ARGV[2], tonumber(ARGV[3])
local spot = cjson.decode(raw)
if redis.call('EXISTS', prefix .. 'done:' .. id) == 1 then return { 'done' } end
if redis.call('HEXISTS', prefix .. 'spots', id) == 1 then return { 'known' } end
local held = spot.group .. ' ' .. spot.lane
if spot.once and redis.call('HEXISTS', prefix .. 'held', held) == 1 then return { 'needless' } end
if not spot.once and tonumber(redis.call('HGET', prefix .. 'waiting', spot.group) or '0') >= limit then return { 'full' } end
if ARGV[4] == 'look' then return { 'free' } end
if spot.once then redis.call('HSET', prefix .. 'held', held, id) end
redis.call('HSET', prefix .. 'spots', id, raw)
local wait = prefix .. 'wait:' .. spot.group .. ':' .. spot.repository
if redis.call('RPUSH', wait, id) == 1 then redis.call('RPUSH', prefix .. 'turns:' .. spot.group, spot.repository) end
redis.call('HINCRBY', prefix .. 'waiting', spot.group, 1)
local answer = releaseNext(spot.group, spot.most)
table.insert(answer, 1, 'taken')
return answer
`;

/** What a work is that a worker holds in its hands. */
export const standScript = `
local prefix, id = KEYS[1], ARGV[1]
if redis.call('EXISTS', prefix .. 'done:' .. id) == 1 then return 'done' end
if redis.call('HEXISTS', prefix .. 'released', id) == 1 then return 'released' end
if redis.call('HEXISTS', prefix .. 'spots', id) == 1 then return 'waiting' end
return 'unknown'
`;

/** A work has ended, for good or for bad: its lane is free. Answers with the ids that may run now. */
export const leaveScript = `${release}
local id, isDone, seconds = ARGV[1], ARGV[2], ARGV[3]
if isDone == 'done' then redis.call('SET', prefix .. 'done:' .. id, 1, 'EX', seconds) end
local raw = redis.call('HGET', prefix .. 'spots', id)
if not raw then return {} end
local spot = cjson.decode(raw)
redis.call('HDEL', prefix .. 'spots', id)
if redis.call('HDEL', prefix .. 'released', id) == 1 then
  redis.call('SREM', prefix .. 'busy:' .. spot.group, spot.lane)
else
  redis.call('LREM', prefix .. 'wait:' .. spot.group .. ':' .. spot.repository, 1, id)
  redis.call('HINCRBY', prefix .. 'waiting', spot.group, -1)
end
if spot.once then redis.call('HDEL', prefix .. 'held', spot.group .. ' ' .. spot.lane) end
return releaseNext(spot.group, spot.most)
`;

/** Works that run, that wait, and groups that are full. */
export const loadScript = `
local prefix, limit = KEYS[1], tonumber(ARGV[1])
local waiting, full = 0, 0
local counts = redis.call('HGETALL', prefix .. 'waiting')
for at = 1, #counts, 2 do
  local count = tonumber(counts[at + 1])
  waiting = waiting + count
  if count >= limit and string.sub(counts[at], 1, string.len(ARGV[2])) == ARGV[2] then full = full + 1 end
end
return { redis.call('HLEN', prefix .. 'released'), waiting, full }
`;
