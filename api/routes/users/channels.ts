import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { type Channel, listChannels } from '#contract/channels.ts';
import { type ListedChannel, listChannels as readChannels } from '#db/queries/channels.ts';

export function channelsRoute(context: ApiContext): Router {
  return Router().get(listChannels.path, requireUser(context), async (request, response) => {
    const rows = await readChannels(context.pool, currentUser(request).userId);
    answer(response, listChannels, { channels: rows.map(view) });
  });
}

function view({ kind, hint, enabled, replacesMail, createdAt, stoppedAt, ...row }: ListedChannel): Channel {
  const { lastState, lastAt, lastError, lastStatus } = row;
  return {
    kind,
    hint,
    enabled,
    insteadOfMail: replacesMail,
    createdAt: createdAt.toISOString(),
    stoppedAt: stoppedAt?.toISOString() ?? null,
    last:
      lastState === null || lastAt === null
        ? null
        : { state: lastState, reason: reasonOf(lastError, lastStatus), at: lastAt.toISOString() },
  };
}

const REASONS: Record<string, string> = {
  not_allowed: 'The address is none that messages go to.',
  gone: 'It no longer exists.',
  rate_limited: 'It asked us to slow down.',
  unavailable: 'It could not be reached.',
  stopped: 'It was switched off before the message was sent.',
  outcome_unknown: 'The connection ended before an answer came. It may or may not have arrived and is not sent again.',
};

function reasonOf(error: string | null, status: number | null): string | null {
  if (error === null) return null;
  const words = REASONS[error] ?? 'It did not take the message.';
  return status === null ? words : `It answered ${status}: ${words}`;
}
