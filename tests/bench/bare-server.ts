import { createServer } from 'node:http';
import { Pool } from 'pg';
import { createClient } from 'redis';

/**
 * A server process that answers the hot reads without a framework or checks: `node:http`, one prepared statement in
 * Postgres per read, and the same round trips to Redis as the product for session and request count.
 *
 * Settings: PORT, DATABASE_URL, REDIS_URL, USER_ID.
 */
const { PORT = '', DATABASE_URL = '', REDIS_URL = '', USER_ID = '' } = process.env;

const pool = new Pool({ connectionString: DATABASE_URL, max: 20 });
const redis = createClient({ url: REDIS_URL, commandOptions: { timeout: 0 } });
await redis.connect();
await redis.set('anchor:session', JSON.stringify({ userId: USER_ID, sessionId: USER_ID, cookie: { path: '/' } }));
const script = await redis.scriptLoad(
  "local hits = redis.call('INCR', KEYS[1]) redis.call('PEXPIRE', KEYS[1], 60000) return { hits, redis.call('PTTL', KEYS[1]) }",
);

const meetings = `
  select id, title, description, start_time as "startTime", end_time as "endTime", is_all_day as "isAllDay", location,
    meeting_url as "meetingUrl", meeting_type as "meetingType", status, external_domains as "externalDomains",
    research_state as "researchState", researched_at is not null as "isResearchCompleted",
    briefing_sent_at is not null as "isBriefingSent", briefing_state as "briefingState", briefing_due_at as "briefingDueAt",
    briefing_reason as "briefingReason",
    coalesce((
      select json_agg(json_build_object('email', email, 'name', name, 'responseStatus', response_status) order by is_organizer desc, email)
      from attendees where meeting_id = meetings.id
    ), '[]') as attendees
  from meetings where user_id = $1 and status = 'confirmed' and start_time >= $2
  order by start_time, id limit $3`;

const statistics = `
  with mine as materialized (
    select meeting_type, external_domains, external_attendee_count from meetings where user_id = $1 and status = 'confirmed'
  )
  select json_build_object(
    'totalMeetings', count(*), 'internalMeetings', count(*) filter (where meeting_type = 'internal'),
    'externalMeetings', count(*) filter (where meeting_type = 'external'), 'mixedMeetings', count(*) filter (where meeting_type = 'mixed'),
    'averageExternalAttendeesPerMeeting', coalesce(avg(external_attendee_count) filter (where meeting_type <> 'internal'), 0),
    'topExternalDomains', coalesce((select json_agg(top) from (
      select domain, count(*) as count from mine, unnest(external_domains) as domain group by domain order by count desc, domain limit 5
    ) as top), '[]'))::text as json
  from mine`;

const session = `select json_build_object('id', id, 'email', email, 'name', first_name, 'role', role)::text as json from users where id = $1`;

async function read(url: URL): Promise<string> {
  if (url.pathname === '/session') return await queryJson('session', session, [USER_ID]);
  if (url.pathname === '/statistics') return await queryJson('statistics', statistics, [USER_ID]);
  const values = [USER_ID, url.searchParams.get('startDate'), url.searchParams.get('limit')];
  const { rows } = await pool.query({ name: 'meetings', text: meetings, values });
  return JSON.stringify(rows);
}

async function queryJson(name: string, text: string, values: (string | null)[]): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ name, text, values });
  return rows[0]?.json ?? 'null';
}

createServer(async (request, response) => {
  JSON.parse((await redis.get('anchor:session')) ?? '{}');
  await redis.evalSha(script, { keys: ['anchor:limit'] });
  const json = await read(new URL(request.url ?? '/', 'http://anchor'));
  response.setHeader('Content-Type', 'application/json');
  response.end(`{"success":true,"data":${json}}`);
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
