import * as z from 'zod';
import { researchItem, researchStats } from '#contract/research.ts';
import { textWithoutPages } from '#db/redacted-research/without-pages.ts';
import { type Connection, type Listed, sql } from '#db/sql.ts';
import type { ResearchState } from '#domain/enumerations.ts';
import { textWithoutWrongFacts } from '#domain/wrong-facts.ts';
import { answeredGuests, answeredOf, rejectedSince, reportOnGuests } from './answered-research.ts';
import { wrongFact, wrongFactsOf } from './wrong-facts.ts';

const listedItem = researchItem.extend({ startTime: z.coerce.date(), createdAt: z.coerce.date().nullable() });
const storedItem = listedItem.extend({
  report: reportOnGuests.nullable(),
  answered: answeredGuests.nullable(),
  wrongFacts: z.array(wrongFact),
});
const researchPage = z.object({
  total: z.number(),
  research: z.array(
    z
      .looseObject({ meetingId: z.uuid() })
      .transform((row) => ({ id: row.meetingId, item: storedItem.safeParse(row).data ?? null })),
  ),
});
export type ResearchPage = { total: number; research: Listed<z.infer<typeof listedItem>>[] };

/** Returns a page of meetings with research, planned or done, latest first, with their newest result, and the total. */
export async function getResearchPage(
  connection: Connection,
  {
    userId,
    limit,
    offset,
    status,
  }: { userId: string; limit: number; offset: number; status?: ResearchState | undefined },
): Promise<ResearchPage> {
  const wanted = sql.fragment`user_id = ${userId} and research_state <> 'none' ${
    status ? sql.fragment`and research_state = ${status}` : sql.fragment``
  }`;
  const { total, research } = await connection.one(sql.type(researchPage)`
    select
      (select count(*) from meetings where ${wanted}) as total,
      coalesce((
        select json_agg(page order by page."startTime" desc, page."meetingId" desc)
        from (
          select meetings.id as "meetingId", meetings.title, meetings.start_time as "startTime", meetings.research_state as status,
            newest.id, newest.quality_score as "qualityScore", newest.confidence, newest.report ->> 'summary' as summary,
            newest.created_at as "createdAt", newest.on_guests as report, newest.answered,
            coalesce((
              select json_agg(called) from (${wrongFactsOf(sql.fragment`meetings.id`)}) as called
            ), '[]') as "wrongFacts"
          from (
            select id, title, start_time, research_state from meetings where ${wanted}
            order by start_time desc, id desc limit ${limit} offset ${offset}
          ) as meetings
          left join lateral (
            select id, quality_score, confidence, report, created_at, ${answeredOf} as answered,
              jsonb_build_object('guests', report -> 'guests', 'sources', report -> 'sources') as on_guests
            from research_results made where meeting_id = meetings.id order by created_at desc, id desc limit 1
          ) as newest on true
        ) as page
      ), '[]') as research
  `);
  return {
    total,
    research: research.map(({ id, item }) => ({ id, item: item && believed(item) })),
  };
}

/** Returns an item whose summary omits what its reader rejected or reported as wrong. */
function believed({
  report,
  answered,
  wrongFacts,
  summary,
  ...item
}: z.infer<typeof storedItem>): z.infer<typeof listedItem> {
  if (summary === null || !report || !answered) return { ...item, summary };
  const left = textWithoutPages(summary, report.sources, rejectedSince(report, answered));
  return { ...item, summary: textWithoutWrongFacts(left, wrongFacts) };
}

/** Returns counts and averages of a user's research. Tokens and searches include research without a report. */
export async function getResearchStats(connection: Connection, userId: string) {
  return await connection.one(sql.type(researchStats)`
    with states as (
      select research_state from meetings where user_id = ${userId} and research_state <> 'none'
    ),
    taken as (
      select input_tokens, output_tokens, searches from research_results where user_id = ${userId}
      union all
      select input_tokens, output_tokens, searches from unfinished_research where user_id = ${userId}
    )
    select
      (select count(*) from states) as total,
      (
        select json_build_object(
          'pending', count(*) filter (where research_state = 'pending'), 'running', count(*) filter (where research_state = 'running'),
          'completed', count(*) filter (where research_state = 'completed'), 'failed', count(*) filter (where research_state = 'failed')
        ) from states
      ) as "byStatus",
      count(*) as results, avg(quality_score) as "averageQualityScore", avg(confidence) as "averageConfidence",
      (select coalesce(sum(input_tokens), 0) from taken) as "inputTokens",
      (select coalesce(sum(output_tokens), 0) from taken) as "outputTokens",
      (select coalesce(sum(searches), 0) from taken) as searches
    from research_results where user_id = ${userId}
  `);
}
