import { databaseConnections, modelUsd, storage, stripeDay } from './costs.ts';
import type { Days } from './day.ts';
import { type Input, inputs } from './inputs.ts';

const HOURS_PER_DAY = 24;

/** A size that was simulated, and the share of each limit it uses; above 1, the limit is exceeded. */
export type Point = { users: number; share: number };

/** Returns the used share of each limit, by the limit's name. */
export function measureLimits({ polled, pushed }: Days): Record<string, number> {
  const { users, totals, peaks } = pushed;
  const of = ({ value }: Input, used: number) => used / value;
  const monthUsd = modelUsd(pushed) * inputs.workingDays.value;
  // An ordinary account has at most one change or poll in ten minutes, the period of Graph's limit.
  const callsOfMailbox = inputs.callsPerSync.value * inputs.calendarsPerUser.value * (1 + inputs.retryShare.value);
  const stripe = stripeDay(pushed);
  const tokensIn = inputs.modelInputTokensPerMinute;
  const tokensOut = inputs.modelOutputTokensPerMinute;
  // Measured for one number of users only, so assumed to be proportional.
  const memory = (users / inputs.usersPerWorker.value) * inputs.workerMemoryMb.value;
  return {
    'model, dollars a month, Start tier': of(inputs.modelStartUsd, monthUsd),
    RESEARCH_DAILY_TOTAL_USD: of(inputs.researchDailyUsd, modelUsd(pushed)),
    'memory of a single worker process': of(inputs.workerMemoryLimitMb, memory),
    'Google, calls a day, polled every 15 minutes': of(inputs.googleCallsPerDay, polled.totals.googleCalls),
    'SES, emails a second': of(inputs.mailsPerSecondLimit, peaks.mails / 60),
    'SES, emails a day': of(inputs.mailsPerDayLimit, totals.mails),
    'Google, calls a minute, polled every 15 minutes': of(inputs.googleCallsPerMinute, polled.peaks.googleCalls),
    'Temporal Cloud, actions a second': of(inputs.cloudActionsPerSecond, peaks.actions / 60),
    'Google, calls a day, with push': of(inputs.googleCallsPerDay, totals.googleCalls),
    'our own Temporal cluster, actions a second': of(inputs.engineActionsPerSecond, peaks.actions / 60),
    'model, dollars a month, Scale tier': of(inputs.modelScaleUsd, monthUsd),
    'Stripe, hours of the daily comparison': stripe.hours / HOURS_PER_DAY,
    'Postgres, connections': of(inputs.databaseConnections, databaseConnections(pushed)),
    'small model, input tokens a minute': of(tokensIn, peaks.smallInput),
    'Postgres, GB': of(inputs.postgresGb, storage(pushed).gb),
    'small model, output tokens a minute': of(tokensOut, peaks.smallOutput),
    'large model, input tokens a minute': of(tokensIn, peaks.largeInput),
    'Google, calls a minute, with push': of(inputs.googleCallsPerMinute, peaks.googleCalls),
    'large model, output tokens a minute': of(tokensOut, peaks.largeOutput),
    'small model, requests a minute': of(inputs.modelRequestsPerMinute, peaks.smallRequests),
    'Stripe, calls a second': of(
      inputs.stripeCallsPerSecond,
      inputs.stripeAtOnce.value / inputs.stripeCallSeconds.value,
    ),
    'Graph, calls in ten seconds, polled every 15 minutes': of(
      inputs.graphCallsPerTenSeconds,
      polled.peaks.graphCalls / 6,
    ),
    'Graph, calls per mailbox in ten minutes': of(inputs.graphCallsPerMailbox, callsOfMailbox),
  };
}

/**
 * Returns the number of users at which the limit is reached, to three digits: interpolated between the sizes around it,
 * or in proportion to the nearest. Null if its use doesn't grow with the users.
 */
export function reachedAt(points: readonly Point[]): number | null {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || first.share === last.share) return null;
  const above = points.findIndex(({ share }) => share >= 1);
  const [after, before] = [points[above], points[above - 1]];
  if (!after) return round(last.users / last.share);
  if (!before) return round(after.users / after.share);
  return round(before.users + ((after.users - before.users) * (1 - before.share)) / (after.share - before.share));
}

const round = (users: number) => Number(users.toPrecision(3));
