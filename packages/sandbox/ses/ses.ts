import { randomBytes } from 'node:crypto';
import express from 'express';
import * as z from 'zod';
import { rawBody } from '#sandbox/control/body.ts';
import { createControl } from '#sandbox/control/control.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';
import { actions } from './actions.ts';
import { errorBody, SesError, sendError } from './errors.ts';
import { feedback } from './feedback.ts';
import { type OutboxMessage, readOutbox } from './outbox.ts';
import { readParameters } from './parameters.ts';
import { verifySignature } from './signature.ts';
import { createSns, subscriptionArn } from './sns.ts';
import { createSesStore } from './state.ts';
import { resultXml } from './xml.ts';

/** The vendor, with the data that tests read. */
export type SesVendor = Vendor & {
  /** Newest first. */
  outbox(recipient?: string): Promise<OutboxMessage[]>;
};

const version = z.enum(['1', '2']).default('1');
const notifyBody = z.strictObject({
  messageId: z.string(),
  type: z.enum(['bounce', 'complaint']),
  complaintFeedbackType: z.string().nullable().default('abuse'),
  subType: z.string().nullable().default(null),
  reportedAs: z.string().nullable().default(null),
  signatureVersion: version,
});
const subscribeBody = z.strictObject({ signatureVersion: version });
const confirmQuery = z.object({ Action: z.literal('ConfirmSubscription'), Token: z.string() });
const outboxQuery = z.object({ to: z.string().optional() });

/**
 * Creates Amazon SES's v1 Query API (https://docs.aws.amazon.com/ses/latest/APIReference/): every region, one account
 * whose only verified identity is foreword.test. Mail goes to the outbox (`GET /_control/outbox?to=`), which survives a
 * restart. `POST /_control/notify` publishes feedback through SNS; `POST /_control/subscribe` posts SNS's request to
 * confirm the subscription.
 */
export function createSes({ store: fileStore, clock, baseUrl, productUrl }: VendorOptions): SesVendor {
  const store = createSesStore(fileStore);
  const sns = createSns(store.state().signingKey, baseUrl);
  const webhook = `${productUrl}/api/webhooks/ses`;
  let pendingToken: string | undefined;
  const reset = (): void => {
    pendingToken = undefined;
    store.reset();
  };
  const outbox = (recipient?: string) => readOutbox(store.state().sent, recipient);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const control = createControl({ name: 'ses', clock, reset, errorBody });
  app.use(control.router);
  control.own.get('/outbox', async (req, res) => {
    res.json({ messages: await outbox(outboxQuery.parse(req.query).to) });
  });

  control.own.post('/notify', async (req, res) => {
    const { messageId, signatureVersion, ...report } = notifyBody.parse(req.body);
    const message = (await outbox()).find(({ id }) => id === messageId);
    if (!message) throw Object.assign(new Error(`no email ${messageId} in the outbox`), { status: 404 });
    const notification = sns.notification(feedback(report, message), signatureVersion);
    res.json({ id: notification.MessageId, url: webhook, status: await sns.post(webhook, notification) });
  });
  control.own.post('/subscribe', async (req, res) => {
    const { signatureVersion } = subscribeBody.parse(req.body ?? {});
    pendingToken = randomBytes(32).toString('hex');
    const confirmation = sns.confirmation(pendingToken, signatureVersion);
    const status = await sns.post(webhook, confirmation);
    res.json({ id: confirmation.MessageId, url: webhook, status, confirmed: pendingToken === undefined });
  });

  app.get(sns.certificatePath, (_req, res) => {
    res.type('application/x-pem-file').send(sns.certificate);
  });
  app.get('/', (req, res) => {
    const { Token: token } = confirmQuery.safeParse(req.query).data ?? {};
    if (token === undefined || token !== pendingToken)
      throw new SesError('InvalidParameter', 'Invalid parameter: Token');
    pendingToken = undefined;
    res.type('text/xml').send(resultXml('ConfirmSubscription', { SubscriptionArn: subscriptionArn }));
  });
  app.post('/', async (req, res) => {
    const { region } = verifySignature(req);
    const parameters = readParameters(new URLSearchParams(rawBody(req).toString('utf8')));
    const name = parameters.find('Action');
    if (name === undefined) throw new SesError('MissingAction', 'The request is missing an action.');
    const action = actions[name];
    if (!action) throw new SesError('InvalidAction', `Could not find operation ${name} for version 2010-12-01`);
    const result = await action({ parameters, region, store });
    res.type('text/xml').send(resultXml(name, result));
  });
  app.use(() => {
    throw new SesError('UnknownOperationException', 'Not found', { status: 404 });
  });
  app.use(sendError);
  return { name: 'ses', app, control, reset, outbox };
}
