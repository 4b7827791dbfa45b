import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { listDeliveries, type WebhookDelivery } from '#contract/outgoing-webhooks.ts';
import { isOwnWebhook } from '#db/queries/outgoing-webhooks.ts';
import { type ListedDelivery, listWebhookDeliveries } from '#db/queries/webhook-deliveries.ts';

export const webhookDeliveriesRoute = route(listDeliveries, async ({ context, caller: { userId }, params: { id } }) => {
  if (!(await isOwnWebhook(context.pool, { userId, id }))) throw notFound();
  return { deliveries: (await listWebhookDeliveries(context.pool, id)).map(view) };
});

function view({ createdAt, finishedAt, error, ...row }: ListedDelivery): WebhookDelivery {
  return {
    ...row,
    reason: error === null ? null : reasonOf(error, row.status),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

const REASONS: Record<string, string> = {
  not_found: 'The host name was not found.',
  not_public: 'The host is not on the public internet.',
  unreachable: 'The server could not be reached.',
  stopped: 'The webhook was stopped before the event was sent.',
  not_tried: 'A problem on our side kept us from sending this event, so it won’t be sent.',
  no_answer: 'The server didn’t respond in time.',
  outcome_unknown: 'Our database was restored since, so this event may have been sent before. It won’t be sent again.',
};

function reasonOf(error: string, status: number | null): string {
  if (error === 'redirect') return `The server responded with ${status}. Redirects are not followed.`;
  if (error === 'status') return `The server responded with ${status}.`;
  return REASONS[error] ?? 'The event could not be delivered.';
}
