import type { Guard } from './guard.ts';

const SES = 'tests/api/routes/webhooks/ses.test.ts';
const GOOGLE = 'tests/api/routes/webhooks/google.test.ts';
const PRODUCTION = 'tests/security/production.test.ts';
const MICROSOFT = 'tests/api/routes/webhooks/microsoft.test.ts';

/** Authenticating vendors' messages, and settings in production. */
export const webhookGuards: Guard[] = [
  {
    row: 18,
    what: 'the signature of a mail report is checked',
    file: 'providers/mail/sns.ts',
    text: 'return key && isSignedBy(key, message) ? message : null;',
    without: 'return message;',
    test: { file: SES, title: 'attack 18: another message' },
  },
  {
    row: 18,
    what: 'mail reports come from our own topic',
    file: 'providers/mail/sns.ts',
    text: 'if (!message || message.TopicArn !== topicArn) return null;',
    without: 'if (!message) return null;',
    test: { file: SES, title: "attack 18: a genuine message of someone else's topic" },
  },
  {
    row: 18,
    what: "a Google notification carries its channel's token",
    file: 'api/routes/webhooks/google.ts',
    text: "isChannelToken(channel, request.get('x-goog-channel-token') ?? '') &&",
    without: '',
    test: { file: GOOGLE, title: 'attack 18: another token' },
  },
  {
    row: 18,
    what: "a Microsoft notification carries its subscription's state",
    file: 'api/routes/webhooks/microsoft.ts',
    text: "if (known.some(({ item, channel }) => !isChannelToken(channel, item.clientState ?? ''))) {",
    without: 'if (known.length < 0) {',
    test: { file: MICROSOFT, title: 'attack 18: another state' },
  },
  {
    row: 40,
    what: 'production refuses development settings',
    file: 'api/config.ts',
    text: "if (values.NODE_ENV === 'production') refuseDevelopment('API', Object.keys(settings.shape), env);",
    without: '',
    test: { file: PRODUCTION, title: 'attack 40: a production API refuses' },
  },
  {
    row: 40,
    what: 'a production worker refuses development settings',
    file: 'workers/config.ts',
    text: "if (values.NODE_ENV === 'production') refuseDevelopment('worker', Object.keys(settings.shape), env);",
    without: '',
    test: { file: PRODUCTION, title: 'attack 40: a production worker refuses' },
  },
  {
    row: 40,
    what: 'production refuses the demo accounts',
    file: 'api/server.ts',
    text: "if (config.environment === 'production' && (await hasDemoAccounts(pool))) {",
    without: "if (config.environment === 'production' && !hasDemoAccounts) {",
    test: { file: PRODUCTION, title: 'attack 40: keeps a production API with demo accounts from starting' },
  },
  {
    row: 41,
    what: 'a signature of the wrong length is refused without comparison',
    file: 'providers/payments/stripe.ts',
    text: '} catch {\n    return null;',
    without:
      '} catch (error) {\n    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;\n    throw error;',
    test: { file: 'tests/security/payment-webhooks.test.ts', title: 'attack 41: ' },
  },
  {
    row: 42,
    what: 'forged ids are looked up in one query',
    file: 'api/routes/webhooks/microsoft.ts',
    text: "(await listNoticeChannels(pool, 'microsoft', ids)).map(",
    without:
      "(await Promise.all(ids.slice(0, 3).map((id) => listNoticeChannels(pool, 'microsoft', [id])))).flat().map(",
    test: { file: MICROSOFT, title: 'attack 42: 1,000 forged ids cost one query' },
  },
  {
    row: 42,
    what: 'the webhook of a vendor that is not set up is closed',
    file: 'api/routes/webhooks/microsoft.ts',
    text: 'if (!microsoft) throw notFound();',
    without: '',
    test: { file: MICROSOFT, title: 'attack 42: notifications return 404 if Outlook is not set up' },
  },
  {
    row: 42,
    what: 'made-up calls leave most of the time for others',
    file: 'api/turns.ts',
    text: 'if (restMs > 0) setTimeout(next, restMs);',
    without: 'if (restMs < 0) setTimeout(next, restMs);',
    test: { file: 'tests/api/turns.test.ts', title: 'attack 42: for at least 10 ms' },
  },
  {
    row: 42,
    what: 'a pause follows a failing call as well',
    file: 'api/turns.ts',
    text: 'leave(restMs(performance.now() - began));',
    without: 'leave(0);',
    test: { file: 'tests/api/turns.test.ts', title: 'attack 42: four times as long as it took to find an error' },
  },
  {
    row: 42,
    what: 'messages to the webhook of Google are checked one at a time',
    file: 'api/routes/webhooks/google.ts',
    text: 'await inTurn(() => findGenuineChannel(pool, request))',
    without: 'await findGenuineChannel(pool, request)',
    test: { file: GOOGLE, title: 'attack 42: made-up messages' },
  },
  {
    row: 42,
    what: 'batches to the webhook of Microsoft are checked one at a time',
    file: 'api/routes/webhooks/microsoft.ts',
    text: 'await inTurn(() => findKnown(pool, request.body))',
    without: 'await findKnown(pool, request.body)',
    test: { file: MICROSOFT, title: 'attack 42: batches are checked one at a time' },
  },
];
