import { type Connection, sql } from '#db/sql.ts';

const USERS = 100;

/**
 * Fills a database with `count` meetings that took place over the last 14 months, each with its guest, research, mail
 * and briefing. Every fiftieth briefing was rated, and every two hundredth had a fact reported as wrong.
 *
 * @param connection as the database's owner, the only role that may update its statistics
 */
export async function seedYearOfRows(connection: Connection, count: number): Promise<void> {
  await connection.query(sql.typeAlias('void')`
    insert into users (email, email_verified_at, first_name, last_name, company_domain)
    select 'user-' || n || '@rows.test', now(), 'Robin', 'Vale', 'rows.test' from generate_series(1, ${USERS}::int) as n
  `);
  await connection.query(sql.typeAlias('void')`
    create temporary table made as
    select n, uuidv7() as meeting_id, uuidv7() as email_id, uuidv7() as briefing_id, uuidv7() as research_id, owners.id as user_id,
      now() - interval '1 day' - interval '425 days' * (1 - n / ${count}::float8) as at
    from generate_series(1, ${count}::int) as n
    join (select id, row_number() over (order by id) as number from users) as owners on number = 1 + n % ${USERS}
  `);
  await connection.query(sql.typeAlias('void')`
    insert into meetings (id, user_id, provider_event_id, title, start_time, end_time, meeting_type, external_domains,
      external_attendee_count, status, content_hash, briefing_state, briefing_due_at)
    select meeting_id, user_id, 'event-' || n, 'Intro call', at, at + interval '30 minutes', 'external', '{tidewell.test}', 1,
      'confirmed', '\\x00', 'sent', at - interval '1 hour'
    from made
  `);
  await connection.query(sql.typeAlias('void')`
    insert into attendees (meeting_id, email, response_status, is_external)
    select meeting_id, 'guest-' || n || '@tidewell.test', 'accepted', true from made
  `);
  await connection.query(sql.typeAlias('void')`
    insert into research_results (id, meeting_id, user_id, meeting_version, request, quality_score, confidence, report, raw_response,
      input_tokens, output_tokens, searches, cost_usd, created_at)
    select research_id, meeting_id, user_id, 1, 0, 80, 80, jsonb_build_object('summary', repeat('x', 500)), '', 1, 1, 0, 0.05,
      at - interval '1 hour'
    from made
  `);
  await connection.query(sql.typeAlias('void')`
    insert into emails (id, mail_key, user_id, kind, to_address, data, state, created_at, sending_at, sent_at)
    select email_id, 'briefing:' || meeting_id, user_id, 'briefing', 'robin@rows.test',
      jsonb_build_object('text', repeat(md5(n::text), 10)), 'sent', at - interval '1 hour', at - interval '1 hour', at - interval '1 hour'
    from made
  `);
  await connection.query(sql.typeAlias('void')`
    insert into briefings (id, meeting_id, user_id, kind, email_id, research_id, meeting_start, created_at)
    select briefing_id, meeting_id, user_id, 'briefing', email_id, research_id, at, at - interval '1 hour' from made
  `);
  await connection.query(sql.typeAlias('void')`
    insert into briefing_feedback (briefing_id, action, reason, created_at)
    select briefing_id, case n % 100 when 0 then 'useful' else 'not_useful' end, case n % 100 when 0 then null else 'too_long' end, at
    from made where n % 50 = 0
  `);
  await connection.query(sql.typeAlias('void')`
    insert into wrong_facts (user_id, meeting_id, statement, urls, created_at)
    select user_id, meeting_id, 'They opened an office.', '{}', at from made where n % 200 = 0
  `);
  await connection.query(sql.typeAlias('void')`
    insert into feedback_links (briefing_id, action, token_hash, expires_at, created_at)
    select briefing_id, action, sha256(convert_to(briefing_id || action, 'UTF8')), at + interval '30 days', at
    from made cross join unnest(array['useful', 'not_useful']) as action where at > now() - interval '60 days'
  `);
  await connection.query(sql.typeAlias('void')`drop table made`);
  await connection.query(sql.typeAlias('void')`analyze`);
}
