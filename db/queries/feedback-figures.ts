import * as z from 'zod';
import { feedbackFigures, poorBriefing } from '#contract/admin.ts';
import { researchReport } from '#contract/research.ts';
import { type Connection, sql } from '#db/sql.ts';
import { listFacts } from '#domain/report-statements.ts';

export const FIGURE_DAYS = 30;
const WORST_SHOWN = 10;

/** One day more, since an email's row is written a little before the email is sent. */
const SINCE_DAYS = FIGURE_DAYS + 1;

/**
 * Selects recently sent briefings with feedback, each with its latest rating and the number of errors reported. Starts
 * from the feedback, since few briefings get any.
 */
const judged = sql.fragment`
  select briefings.id, briefings.meeting_id, briefings.user_id, briefings.research_id, briefings.meeting_start, emails.sent_at,
    emails.data ->> 'shortfall' as shortfall, said.action, said.reason,
    (
      select count(distinct target) from briefing_feedback where briefing_id = briefings.id and action = 'wrong_person'
    ) as wrong_persons,
    (
      select count(*) from wrong_facts where wrong_facts.meeting_id = briefings.meeting_id
    ) as wrong_facts
  from (
    select briefing_id as id from briefing_feedback where created_at > now() - make_interval(days => ${SINCE_DAYS})
    union
    select briefings.id from wrong_facts join briefings on briefings.meeting_id = wrong_facts.meeting_id
    where wrong_facts.created_at > now() - make_interval(days => ${SINCE_DAYS})
  ) as given
  join briefings on briefings.id = given.id
  join emails on emails.id = briefings.email_id
  left join lateral (
    select action, reason from briefing_feedback
    where briefing_id = briefings.id and action in ('useful', 'not_useful') order by id desc limit 1
  ) as said on true
  where briefings.kind = 'briefing' and emails.sent_at > now() - make_interval(days => ${FIGURE_DAYS})
`;

/** Counts recently sent briefings. Also limits `created_at`, so that both tables are read by index. */
const sentBriefings = sql.fragment`
  select count(*) from briefings join emails on emails.id = briefings.email_id
  where briefings.kind = 'briefing' and briefings.created_at > now() - make_interval(days => ${SINCE_DAYS})
    and emails.created_at > now() - make_interval(days => ${SINCE_DAYS})
    and emails.sent_at > now() - make_interval(days => ${FIGURE_DAYS})
`;

const figures = feedbackFigures.omit({ days: true, worst: true });
const worstRow = poorBriefing.omit({ research: true, sentAt: true }).extend({
  sentAt: z.date().nullable(),
  report: researchReport.nullable(),
  qualityScore: z.number().nullable(),
  confidence: z.number().nullable(),
  costUsd: z.number().nullable(),
  ageHours: z.number().nullable(),
});

/** Returns counts of the feedback on recent briefings. */
export async function getFeedbackFigures(connection: Connection) {
  return await connection.one(sql.type(figures)`
    with judged as (${judged})
    select (${sentBriefings}) as briefings, count(*) filter (where action = 'useful') as useful,
      count(*) filter (where action = 'not_useful') as "notUseful",
      coalesce(sum(wrong_persons), 0)::int as "wrongPersons", coalesce(sum(wrong_facts), 0)::int as "wrongFacts",
      (
        select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', given) order by given desc, reason), '[]')
        from (select reason, count(*) as given from judged where action = 'not_useful' and reason is not null group by reason) as reasons
      ) as reasons
    from judged
  `);
}

/** Returns the recent briefings with the worst feedback: most reported errors first, then newest. No personal data. */
export async function listWorstBriefings(connection: Connection): Promise<z.infer<typeof poorBriefing>[]> {
  const rows = await connection.any(sql.type(worstRow)`
    with judged as (${judged})
    select judged.id, judged.sent_at as "sentAt", reason, wrong_persons as "wrongPersons", wrong_facts as "wrongFacts",
      (extract(epoch from meeting_start - judged.sent_at) / 60)::int as "minutesBefore", shortfall,
      research.report, research.quality_score as "qualityScore", research.confidence, research.cost_usd::float8 as "costUsd",
      (extract(epoch from judged.sent_at - least(research.created_at, research.oldest_dossier_at)) / 3600)::int as "ageHours"
    from judged
    left join research_results research on research.id = judged.research_id
    where action = 'not_useful' or wrong_persons > 0 or wrong_facts > 0
    order by wrong_persons + wrong_facts desc, judged.sent_at desc limit ${WORST_SHOWN}
  `);
  return rows.map(({ sentAt, report, qualityScore, confidence, costUsd, ageHours, ...row }) => ({
    ...row,
    sentAt: sentAt?.toISOString() ?? null,
    research: report && {
      qualityScore: qualityScore ?? 0,
      confidence: confidence ?? 0,
      guests: report.guests.length,
      guestsKnown: report.guests.filter(({ identity }) => identity !== 'unknown').length,
      companies: report.companies.length,
      facts: listFacts(report).length,
      talkingPoints: report.talkingPoints.length,
      sources: report.sources.length,
      costUsd: costUsd ?? 0,
      ageHours: ageHours ?? 0,
    },
  }));
}
