import express from 'express';
import * as z from 'zod';
import { rawBody } from '#sandbox/control/body.ts';
import { createControl } from '#sandbox/control/control.ts';
import type { Vendor, VendorOptions } from '#sandbox/vendor.ts';
import { actions } from './actions.ts';
import { errorBody, SesError, sendError } from './errors.ts';
import { type OutboxMessage, readOutbox } from './outbox.ts';
import { readParameters } from './parameters.ts';
import { verifySignature } from './signature.ts';
import { createSesStore } from './state.ts';
import { resultXml } from './xml.ts';

/** The vendor, and what the console shows of it. */
export type SesVendor = Vendor & {
  /** Newest first. */
  outbox(recipient?: string): Promise<OutboxMessage[]>;
};

const outboxQuery = z.object({ to: z.string().optional() });

/**
 * Amazon SES's v1 Query API (https://docs.aws.amazon.com/ses/latest/APIReference/): every region, one account whose only verified
 * identity is foreword.test. Mail goes to the outbox (`GET /_control/outbox?to=`), which survives a restart.
 */
export function createSes({ store: fileStore, clock }: VendorOptions): SesVendor {
  const store = createSesStore(fileStore);
  const reset = (): void => store.reset();
  const outbox = (recipient?: string) => readOutbox(store.state().sent, recipient);

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const control = createControl({ name: 'ses', clock, reset, errorBody });
  app.use(control.router);
  control.own.get('/outbox', async (req, res) => {
    res.json({ messages: await outbox(outboxQuery.parse(req.query).to) });
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
