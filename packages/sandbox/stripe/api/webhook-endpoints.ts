import { Router } from 'express';
import * as z from 'zod';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { invalidParameter } from '#sandbox/stripe/errors.ts';
import { randomId } from '#sandbox/stripe/ids.ts';
import { apiVersion, isLive, type WebhookEndpoint } from '#sandbox/stripe/objects.ts';
import { all, get, put } from '#sandbox/stripe/store.ts';
import { now } from '#sandbox/stripe/time.ts';
import { endpoint } from './endpoint.ts';
import { page, paging } from './lists.ts';
import { clearable, flag, mergeMetadata, metadata, text } from './params.ts';

const path = '/v1/webhook_endpoints';
const events = z.array(text).min(1);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Serves webhook endpoints (https://docs.stripe.com/api/webhook_endpoints), which must be on loopback. */
export function webhookEndpointRoutes(context: StripeContext): Router {
  const router = Router({ strict: true, caseSensitive: true });

  router.post(
    path,
    endpoint(
      context,
      {
        url: text,
        enabled_events: events,
        api_version: z.enum([apiVersion]).optional(),
        description: clearable.optional(),
        metadata: metadata.optional(),
      },
      ({ params }) => {
        checkUrl(params.url);
        const made = createWebhookEndpoint(context, {
          id: context.newId('we_'),
          url: params.url,
          secret: randomId('whsec_'),
          enabled_events: params.enabled_events,
        });
        made.api_version = params.api_version ?? null;
        made.description = params.description ?? null;
        made.metadata = params.metadata ?? {};
        return made;
      },
    ),
  );

  router.get(
    path,
    endpoint(context, paging, ({ params }) => page(all(context, 'webhook_endpoint').map(withoutSecret), params, path)),
  );
  router.get(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => withoutSecret(get(context, 'webhook_endpoint', id))),
  );

  router.post(
    `${path}/:id`,
    endpoint(
      context,
      {
        url: text.optional(),
        enabled_events: events.optional(),
        disabled: flag.optional(),
        description: clearable.optional(),
        metadata: metadata.optional(),
      },
      ({ id, params: { url, enabled_events, disabled, description, metadata } }) => {
        if (url !== undefined) checkUrl(url);
        const changed = get(context, 'webhook_endpoint', id);
        if (url !== undefined) changed.url = url;
        if (enabled_events) changed.enabled_events = enabled_events;
        if (disabled !== undefined) changed.status = disabled ? 'disabled' : 'enabled';
        if (description !== undefined) changed.description = description;
        changed.metadata = mergeMetadata(changed.metadata, metadata);
        return withoutSecret(changed);
      },
    ),
  );

  router.delete(
    `${path}/:id`,
    endpoint(context, {}, ({ id }) => {
      get(context, 'webhook_endpoint', id);
      delete context.state.objects.webhook_endpoint[id];
      return { id, object: 'webhook_endpoint', deleted: true };
    }),
  );

  return router;
}

type NewEndpoint = Pick<WebhookEndpoint, 'id' | 'url' | 'enabled_events'> & { secret: string };

export function createWebhookEndpoint(context: StripeContext, input: NewEndpoint): WebhookEndpoint {
  const made: WebhookEndpoint = {
    ...input,
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: now(context, null),
    description: null,
    livemode: isLive,
    metadata: {},
    status: 'enabled',
  };
  put(context, 'webhook_endpoint', made);
  return made;
}

/** Returns the endpoint without its secret, which only the response to its creation contains. */
function withoutSecret({ secret: _secret, ...shown }: WebhookEndpoint): WebhookEndpoint {
  return shown;
}

function checkUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw invalidParameter('Invalid URL: An explicit scheme (such as https) must be provided.', 'url', 'url_invalid');
  if (!loopback.has(new URL(url).hostname))
    throw invalidParameter(
      'Invalid URL: the sandbox delivers to addresses on this machine only.',
      'url',
      'url_invalid',
    );
}
