import { randomUUID } from 'node:crypto';
import type { Subscription as GraphSubscription } from '@microsoft/microsoft-graph-types';
import { type Request, Router } from 'express';
import * as z from 'zod';
import { calendarsOf, defaultCalendarOf } from '#sandbox/microsoft/accounts.ts';
import { client, type MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { GraphError, unreadableBody } from '#sandbox/microsoft/errors.ts';
import { requireAccount } from '#sandbox/microsoft/graph/access.ts';
import { answerEmpty } from '#sandbox/microsoft/graph/answer-empty.ts';
import { dropExpired } from '#sandbox/microsoft/graph/notifications.ts';
import { answerCollection, answerEntity } from '#sandbox/microsoft/graph/odata.ts';
import { readPreferences } from '#sandbox/microsoft/graph/preferences.ts';
import { timestamp } from '#sandbox/microsoft/graph/time.ts';
import { validateEndpoint } from '#sandbox/microsoft/graph/validate-endpoint.ts';
import { admits } from '#sandbox/microsoft/scopes.ts';
import type { Account, Calendar, Subscription } from '#sandbox/microsoft/state.ts';

/** The maximum for Outlook events: "under seven days". */
const longestLifetimeMinutes = 10_080;
const changeTypes = new Set(['created', 'updated', 'deleted']);

const subscriptionBody = z.looseObject({
  changeType: z.string(),
  notificationUrl: z.url(),
  lifecycleNotificationUrl: z.url().nullish(),
  resource: z.string(),
  expirationDateTime: z.iso.datetime({ offset: true }),
  clientState: z.string().max(128).nullish(),
  includeResourceData: z.boolean().nullish(),
  latestSupportedTlsVersion: z.string().nullish(),
});
const renewal = z.looseObject({
  expirationDateTime: z.iso.datetime({ offset: true }),
  notificationUrl: z.url().optional(),
});

/** Serves change notification subscriptions on a calendar's events. */
export function subscriptionRoutes(context: MicrosoftContext): Router {
  const router = Router();
  const one = '/subscriptions/:subscriptionId';

  router.post('/subscriptions', async (req, res) => {
    const account = requireAccount(context, req, admits.readEvents);
    const { immutableIds } = readPreferences(req, res);
    const input = readBody(req, subscriptionBody);
    if (input.includeResourceData)
      throw invalid('Resource data needs an encryption certificate, which the sandbox does not support.');
    const calendar = watchedCalendar(context, account, input.resource);
    const expiresAtMs = readExpiration(context, input.expirationDateTime);
    await validateEndpoint(input.notificationUrl);
    if (input.lifecycleNotificationUrl && input.lifecycleNotificationUrl !== input.notificationUrl) {
      await validateEndpoint(input.lifecycleNotificationUrl);
    }
    const subscription: Subscription = {
      id: randomUUID(),
      oid: account.oid,
      resource: input.resource,
      calendarId: calendar.id,
      changeType: readChangeType(input.changeType),
      notificationUrl: input.notificationUrl,
      ...(input.lifecycleNotificationUrl && { lifecycleNotificationUrl: input.lifecycleNotificationUrl }),
      ...(input.clientState && { clientState: input.clientState }),
      expiresAtMs,
      immutableIds,
      latestSupportedTlsVersion: input.latestSupportedTlsVersion ?? 'v1_2',
    };
    context.state.subscriptions.push(subscription);
    context.save();
    res.status(201).json(answerEntity(req, 'subscriptions/$entity', resource(subscription)));
  });

  router.get('/subscriptions', (req, res) => {
    const account = requireAccount(context, req, admits.readEvents);
    dropExpired(context);
    const own = context.state.subscriptions.filter(({ oid }) => oid === account.oid);
    res.json(answerCollection(context, req, own.map(resource), { entity: 'subscriptions', pageSize: 100 }));
  });

  router.get(one, (req, res) => {
    res.json(answerEntity(req, 'subscriptions/$entity', resource(requireSubscription(context, req))));
  });

  router.patch(one, async (req, res) => {
    const subscription = requireSubscription(context, req);
    const input = readBody(req, renewal);
    const expiresAtMs = readExpiration(context, input.expirationDateTime);
    if (input.notificationUrl) await validateEndpoint(input.notificationUrl);
    subscription.expiresAtMs = expiresAtMs;
    if (input.notificationUrl) subscription.notificationUrl = input.notificationUrl;
    context.save();
    res.json(answerEntity(req, 'subscriptions/$entity', resource(subscription)));
  });

  router.delete(one, (req, res) => {
    const { id } = requireSubscription(context, req);
    context.state.subscriptions = context.state.subscriptions.filter((other) => other.id !== id);
    context.save();
    answerEmpty(res, 204);
  });

  return router;
}

/** Returns the subscription in the path. Throws 404 if it has expired or belongs to someone else. */
function requireSubscription(context: MicrosoftContext, req: Request): Subscription {
  const account = requireAccount(context, req, admits.readEvents);
  dropExpired(context);
  const { subscriptionId } = req.params;
  const found = context.state.subscriptions.find(({ id, oid }) => id === subscriptionId && oid === account.oid);
  if (found) return found;
  throw new GraphError(404, 'ResourceNotFound', 'The object was not found.');
}

/**
 * Returns the calendar of a watched resource: `me/events`, `me/calendar/events` or `me/calendars/{id}/events`.
 * `users/{id}` may replace `me`, and keys may be in parentheses.
 */
function watchedCalendar(context: MicrosoftContext, account: Account, resource: string): Calendar {
  const path = resource
    .replace(/^\//, '')
    .replaceAll(/\('([^']*)'\)/g, '/$1')
    .replace(/^users\/([^/]+)/i, (_all, user) =>
      [account.oid, account.email].includes(String(user).toLowerCase()) ? 'me' : 'other',
    );
  const [, calendarId] = /^me\/calendars\/([^/]+)\/events$/i.exec(path) ?? [];
  const calendar = /^me\/(calendar\/)?events$/i.test(path)
    ? defaultCalendarOf(context, account)
    : calendarsOf(context, account).find(({ id }) => id === decodeURIComponent(calendarId ?? ''));
  if (!calendar) throw invalid(`Resource '${resource}' is not supported.`);
  return calendar;
}

function readChangeType(text: string): string {
  const types = text.split(',').map((type) => type.trim().toLowerCase());
  if (types.some((type) => !changeTypes.has(type))) throw invalid(`The changeType '${text}' is not supported.`);
  return types.join(',');
}

function readExpiration({ clock }: MicrosoftContext, text: string): number {
  const expiresAtMs = Date.parse(text);
  const aheadMs = expiresAtMs - clock.now().getTime();
  if (aheadMs <= 0) throw invalid('Subscription expiration must be in the future.');
  if (aheadMs > longestLifetimeMinutes * 60_000) {
    throw invalid(`Subscription expiration can only be ${longestLifetimeMinutes} minutes in the future.`);
  }
  return expiresAtMs;
}

function readBody<T>(req: Request, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(req.body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue || issue.path.length === 0) throw unreadableBody();
  throw invalid(`The property '${issue.path.join('/')}' is missing or not valid.`);
}

function invalid(message: string): GraphError {
  return new GraphError(400, 'InvalidRequest', message);
}

function resource(subscription: Subscription): GraphSubscription {
  const { id, oid, changeType, clientState, notificationUrl, lifecycleNotificationUrl, expiresAtMs } = subscription;
  return {
    id,
    resource: subscription.resource,
    applicationId: client.id,
    changeType,
    clientState: clientState ?? null,
    notificationUrl,
    notificationQueryOptions: null,
    lifecycleNotificationUrl: lifecycleNotificationUrl ?? null,
    expirationDateTime: timestamp(new Date(expiresAtMs).toISOString()),
    creatorId: oid,
    includeResourceData: null,
    latestSupportedTlsVersion: subscription.latestSupportedTlsVersion,
    encryptionCertificate: null,
    encryptionCertificateId: null,
    notificationUrlAppId: null,
  };
}
