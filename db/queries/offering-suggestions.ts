import * as z from 'zod';
import { source } from '#contract/research.ts';
import { type Connection, sql, type Transaction } from '#db/sql.ts';

export const SUGGESTION_FAILURES = [
  'site_unreadable',
  'nothing_found',
  'objected',
  'daily_cap_reached',
  'failed',
] as const;
const failure = z.enum(SUGGESTION_FAILURES);
export type SuggestionFailure = z.infer<typeof failure>;

const suggestionRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  domain: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  failure: failure.nullable(),
  suggestion: z.string().nullable(),
  sources: z.array(source),
  createdAt: z.date(),
  /** An earlier attempt failed, so its findings are not reused. */
  isRepeat: z.boolean(),
});
export type SuggestionRow = z.infer<typeof suggestionRow>;

const columns = sql.fragment`
  id, user_id as "userId", domain, state, failure, suggestion, sources, created_at as "createdAt",
  exists (
    select from offering_suggestions before
    where before.user_id = made.user_id and before.domain = made.domain and before.state = 'failed' and before.created_at < made.created_at
  ) as "isRepeat"
`;
/** After this long, a running suggestion counts as abandoned, and another may start. */
const STALE_MINUTES = 10;
/** Hours a suggestion is reused: websites rarely change. */
const FRESH_HOURS = 24;

export async function findSuggestion(connection: Connection, id: string) {
  return await connection.maybeOne(
    sql.type(suggestionRow)`select ${columns} from offering_suggestions made where id = ${id}`,
  );
}

/** Returns the user's suggestion for the domain that is in progress or recent; null if none. */
export async function findCurrentSuggestion(
  connection: Connection,
  { userId, domain }: { userId: string; domain: string },
) {
  return await connection.maybeOne(sql.type(suggestionRow)`
    select ${columns} from offering_suggestions made
    where user_id = ${userId} and domain = ${domain} and (
      (state = 'running' and created_at > now() - make_interval(mins => ${STALE_MINUTES}))
      or (state = 'done' and created_at > now() - make_interval(hours => ${FRESH_HOURS}))
    )
    order by created_at desc limit 1
  `);
}

/** Returns how many suggestions were started in the last hour, and the seconds until the first is older than that. */
export async function countSuggestions(connection: Connection, userId: string) {
  return await connection.one(sql.type(z.object({ count: z.number(), firstEndsInS: z.number() }))`
    select count(*), coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 0)::int as "firstEndsInS"
    from offering_suggestions where user_id = ${userId} and created_at > now() - interval '1 hour'
  `);
}

export async function insertSuggestion(
  transaction: Transaction,
  { userId, domain }: { userId: string; domain: string },
) {
  return await transaction.oneFirst(sql.typeAlias('id')`
    insert into offering_suggestions (user_id, domain) values (${userId}, ${domain}) returning id
  `);
}

/** Adds a cost to the product's daily total if its suggestion was deleted while it ran. */
const costOfDeleted = (id: string, usd: number) => sql.fragment`
  insert into deleted_research_costs (cost_usd, created_at)
  select ${usd}::double precision, now()
  where ${usd}::double precision > 0 and not exists (select from offering_suggestions where id = ${id})
`;

/** Stores what the attempts at a running suggestion have cost so far. */
export async function updateSuggestionCost(connection: Connection, id: string, usd: number) {
  await connection.query(sql.typeAlias('void')`
    with kept as (update offering_suggestions set cost_usd = ${usd} where id = ${id} and state = 'running')
    ${costOfDeleted(id, usd)}
  `);
}

/** Stores a suggestion's outcome and cost, unless it already has one. */
export async function endSuggestion(
  connection: Connection,
  id: string,
  end: Pick<SuggestionRow, 'failure' | 'suggestion' | 'sources'> & { usd: number },
) {
  await connection.query(sql.typeAlias('void')`
    with ended as (
      update offering_suggestions
      set state = ${end.failure === null ? 'done' : 'failed'}, failure = ${end.failure}, suggestion = ${end.suggestion},
          sources = ${sql.jsonb(end.sources)}, cost_usd = ${end.usd}
      where id = ${id} and state = 'running'
    )
    ${costOfDeleted(id, end.usd)}
  `);
}
