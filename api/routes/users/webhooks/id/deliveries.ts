import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { currentUser, requireUser } from '#api/middleware/require-user.ts';
import { listDeliveries, type WebhookDelivery } from '#contract/outgoing-webhooks.ts';
import { isOwnWebhook } from '#db/queries/outgoing-webhooks.ts';
import { type ListedDelivery, listWebhookDeliveries } from '#db/queries/webhook-deliveries.ts';

export function webhookDeliveriesRoute(context: ApiContext): Router {
  return Router().get(listDeliveries.path, requireUser(context), async (request, response) => {
    const { id } = readParams(listDeliveries, request);
    if (!(await isOwnWebhook(context.pool, { userId: currentUser(request).userId, id }))) throw notFound();
    const deliveries = (await listWebhookDeliveries(context.pool, id)).map(view);
    answer(response, listDeliveries, { deliveries });
  });
}

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
  not_tried: 'A fault on our side held up the delivery for a day.',
  no_answer: 'No response came, so the event is not sent again.',
  outcome_unknown: 'The connection ended before a response came, so the event is not sent again.',
};

function reasonOf(error: string, status: number | null): string {
  if (error === 'redirect') return `The server responded with ${status}. Redirects are not followed.`;
  if (error === 'status') return `The server responded with ${status}.`;
  return REASONS[error] ?? 'The event could not be delivered.';
}
