import { route } from '#api/route.ts';
import { type Channel, listChannels } from '#contract/channels.ts';
import { type ListedChannel, listChannels as readChannels } from '#db/queries/channels.ts';

export const channelsRoute = route(listChannels, async ({ context, caller: { userId } }) => {
  const rows = await readChannels(context.pool, userId);
  return { channels: rows.map(view) };
});

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
  not_allowed: 'Messages cannot be sent to this URL',
  gone: 'The URL no longer works',
  rate_limited: 'The service is limiting our messages',
  unavailable: 'The service could not be reached',
  stopped: 'The channel was turned off before the message was sent',
  outcome_unknown: 'We couldn’t confirm whether the message arrived, so it won’t be sent again',
};

function reasonOf(error: string | null, status: number | null): string | null {
  if (error === null) return null;
  const words = REASONS[error] ?? 'The service rejected the message';
  return status === null ? `${words}.` : `${words} (${status}).`;
}
