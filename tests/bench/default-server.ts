import { RedisStore } from 'connect-redis';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import session from 'express-session';
import { RedisStore as LimitStore } from 'rate-limit-redis';
import { createClient } from 'redis';
import { createPool, type Interceptor, type QueryResultRow, SchemaValidationError, sql } from 'slonik';
import * as z from 'zod';

/**
 * A server process with the product's stack and its libraries' defaults: Express, express-session with connect-redis,
 * express-rate-limit in Redis, slonik with the result parser it documents. It checks that the user's subscription is
 * valid and answers the hot reads. GET /login starts a session.
 *
 * Settings: PORT, DATABASE_URL, REDIS_URL, USER_ID.
 */
const { PORT = '', DATABASE_URL = '', REDIS_URL = '', USER_ID = '' } = process.env;

const pool = await createPool(DATABASE_URL, { interceptors: [createResultParser()] });
const redis = createClient({ url: REDIS_URL });
await redis.connect();

const access = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  isValid: z.boolean(),
});
const meeting = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  startTime: z.number(),
  endTime: z.number(),
  isAllDay: z.boolean(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  meetingType: z.string(),
  status: z.string(),
  externalDomains: z.array(z.string()),
  researchState: z.string(),
  isResearchCompleted: z.boolean(),
  isBriefingSent: z.boolean(),
  briefingState: z.string(),
  briefingDueAt: z.number().nullable(),
  briefingReason: z.string().nullable(),
  attendees: z.array(z.object({ email: z.string(), name: z.string().nullable(), responseStatus: z.string() })),
});
const statistics = z.object({
  totalMeetings: z.number(),
  internalMeetings: z.number(),
  externalMeetings: z.number(),
  mixedMeetings: z.number(),
  averageExternalAttendeesPerMeeting: z.coerce.number(),
  topExternalDomains: z.array(z.object({ domain: z.string(), count: z.number() })),
});
const query = z.object({ limit: z.coerce.number(), startDate: z.iso.datetime() });

declare module 'express-session' {
  interface SessionData {
    benchUser: string;
  }
}

const app = express();
app.use(express.json());
app.use(
  session({ store: new RedisStore({ client: redis }), secret: 'bench', resave: false, saveUninitialized: false }),
);
app.use(
  rateLimit({
    windowMs: 60_000,
    limit: 1_000_000_000,
    store: new LimitStore({ sendCommand: (...args: string[]) => redis.sendCommand(args) }),
  }),
);
app.get('/login', (request, response) => {
  request.session.benchUser = USER_ID;
  response.json({ success: true });
});
app.get('/session', async (request, response) => {
  response.json({ success: true, data: await readAccess(request.session.benchUser) });
});
app.get('/meetings', async (request, response) => {
  const { id } = await readAccess(request.session.benchUser);
  const { limit, startDate } = query.parse(request.query);
  const meetings = await pool.any(sql.type(meeting)`
    select id, title, description, start_time as "startTime", end_time as "endTime", is_all_day as "isAllDay", location,
      meeting_url as "meetingUrl", meeting_type as "meetingType", status, external_domains as "externalDomains",
      research_state as "researchState", researched_at is not null as "isResearchCompleted",
      briefing_sent_at is not null as "isBriefingSent", briefing_state as "briefingState",
      briefing_due_at as "briefingDueAt", briefing_reason as "briefingReason",
      coalesce((
        select json_agg(json_build_object('email', email, 'name', name, 'responseStatus', response_status)
          order by is_organizer desc, email)
        from attendees where meeting_id = meetings.id
      ), '[]') as attendees
    from meetings
    where user_id = ${id} and status = 'confirmed' and start_time >= ${startDate}::timestamptz
    order by start_time, id limit ${limit}
  `);
  response.json({ success: true, data: { meetings } });
});
app.get('/statistics', async (request, response) => {
  const { id } = await readAccess(request.session.benchUser);
  const data = await pool.one(sql.type(statistics)`
    with mine as materialized (
      select meeting_type, external_domains, external_attendee_count from meetings
      where user_id = ${id} and status = 'confirmed'
    )
    select count(*)::int as "totalMeetings",
      (count(*) filter (where meeting_type = 'internal'))::int as "internalMeetings",
      (count(*) filter (where meeting_type = 'external'))::int as "externalMeetings",
      (count(*) filter (where meeting_type = 'mixed'))::int as "mixedMeetings",
      coalesce(avg(external_attendee_count) filter (where meeting_type <> 'internal'), 0)
        as "averageExternalAttendeesPerMeeting",
      coalesce((
        select json_agg(top) from (
          select domain, count(*) as count from mine, unnest(external_domains) as domain
          group by domain order by count desc, domain limit 5
        ) as top
      ), '[]') as "topExternalDomains"
    from mine
  `);
  response.json({ success: true, data });
});
app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening\n'));

async function readAccess(userId = ''): Promise<z.infer<typeof access>> {
  const user = await pool.one(sql.type(access)`
    select users.id, email, first_name as name, role,
      disabled_at is null and coalesce(subscriptions.status in ('active', 'trialing'), false) as "isValid"
    from users left join subscriptions on subscriptions.user_id = users.id
    where users.id = ${userId}
  `);
  if (!user.isValid) throw new Error('The user has no subscription.');
  return user;
}

/** Returns an interceptor that validates rows, as slonik's documentation shows. */
function createResultParser(): Interceptor {
  return {
    name: 'result-parser',
    transformRowAsync: async ({ resultParser }, asked, row) => {
      if (!resultParser) return row;
      const result = await resultParser['~standard'].validate(row);
      if (result.issues) throw new SchemaValidationError(asked, row, result.issues);
      if (!isRow(result.value)) throw new TypeError('A row must be an object.');
      return result.value;
    },
  };
}

function isRow(value: unknown): value is QueryResultRow {
  return typeof value === 'object' && value !== null;
}
