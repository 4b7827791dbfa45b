import { type Guard, guardsOf } from './guard.ts';

const SES = 'tests/api/routes/webhooks/ses.test.ts';
const GOOGLE = 'tests/api/routes/webhooks/google.test.ts';
const PAYMENTS = 'tests/security/payment-webhooks.test.ts';
const PRODUCTION = 'tests/security/production.test.ts';
const MICROSOFT = 'tests/api/routes/webhooks/microsoft.test.ts';

/** Authenticating vendors' messages, and settings in production. */
export const webhookGuards: Guard[] = [
  ...guardsOf(18, SES, {
    'the signature of a mail report is checked': {
      file: 'providers/mail/sns.ts',
      text: 'return key && isSignedBy(key, message) ? message : null;',
      without: 'return message;',
      test: 'attack 18: with another message',
    },
    'mail reports come from our own topic': {
      file: 'providers/mail/sns.ts',
      text: 'if (!message || message.TopicArn !== topicArn) return null;',
      without: 'if (!message) return null;',
      test: "attack 18: as does a genuine message from someone else's topic",
    },
  }),
  ...guardsOf(18, GOOGLE, {
    "a Google notification carries its channel's token": {
      file: 'api/routes/webhooks/google.ts',
      text: "isChannelToken(channel, request.get('x-goog-channel-token') ?? '') &&",
      test: 'attack 18: with another token',
    },
  }),
  ...guardsOf(18, MICROSOFT, {
    "a Microsoft notification carries its subscription's state": {
      file: 'api/routes/webhooks/microsoft.ts',
      text: "if (known.some(({ item, channel }) => !isChannelToken(channel, item.clientState ?? ''))) {",
      without: 'if (known.length < 0) {',
      test: 'attack 18: with another state, even',
    },
  }),
  ...guardsOf(40, PRODUCTION, {
    'production refuses development settings': {
      file: 'api/config.ts',
      text: "if (values.NODE_ENV === 'production') refuseDevelopment('API', Object.keys(settings.shape), env);",
      test: 'attack 40: a production API refuses',
    },
    'a production worker refuses development settings': {
      file: 'workers/config.ts',
      text: "if (values.NODE_ENV === 'production') refuseDevelopment('worker', Object.keys(settings.shape), env);",
      test: 'attack 40: a production worker refuses',
    },
    'a trailing dot does not hide a local name': {
      file: 'domain/production-settings.ts',
      text: "url.hostname.replace(/\\.+$/, '')",
      without: 'url.hostname',
      test: 'attack 40: a production API refuses',
    },
    'a name without a dot is local': {
      file: 'domain/production-settings.ts',
      text: '(?:[^.[]+|',
      without: '(?:localhost|',
      test: 'attack 40: a production API refuses',
    },
    'shared addresses are local': {
      file: 'domain/production-settings.ts',
      text: '100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\..*|',
      test: 'attack 40: a production API refuses',
    },
    "production refuses vendors' test keys": {
      file: 'domain/production-settings.ts',
      text: 'if (TEST_KEY.test(value))',
      without: 'if (TEST_KEY.test(name))',
      test: 'attack 40: a production API refuses',
    },
    "production refuses the messages' stand-in": {
      file: 'domain/production-settings.ts',
      text: "name === 'MESSAGES_BASE_URL'",
      without: "name === ''",
      test: 'attack 40: a production API refuses',
    },
    'production refuses the demo accounts': {
      file: 'api/server.ts',
      text: "if (config.environment === 'production' && (await hasDemoAccounts(pool))) {",
      without: "if (config.environment === 'production' && !hasDemoAccounts) {",
      test: 'attack 40: keeps a production API from starting if it contains demo accounts',
    },
  }),
  ...guardsOf(40, 'tests/security/demo-data.test.ts', {
    'demo accounts are added to an embedded database only': {
      file: 'scripts/stack/demo-data.ts',
      text: ' || !stack.runsHere.postgres) return;',
      without: ') return;',
      test: 'attack 40: demo accounts are added to an embedded database, never to one from the settings',
    },
  }),
  ...guardsOf(41, PAYMENTS, {
    'a signature of the wrong length is refused without comparison': {
      file: 'providers/payments/stripe.ts',
      text: '} catch {\n    return null;',
      without:
        '} catch (error) {\n    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;\n    throw error;',
      test: 'attack 41: ',
    },
  }),
  ...guardsOf(42, MICROSOFT, {
    'forged ids are looked up in one query': {
      file: 'api/routes/webhooks/microsoft.ts',
      text: "(await listNoticeChannels(pool, 'microsoft', ids)).map(",
      without:
        "(await Promise.all(ids.slice(0, 3).map((id) => listNoticeChannels(pool, 'microsoft', [id])))).flat().map(",
      test: 'attack 42: 1,000 forged ids cost one query',
    },
    'the webhook of a vendor that is not set up is closed': {
      file: 'api/routes/webhooks/microsoft.ts',
      text: 'if (!microsoft) throw notFound();',
      test: 'attack 42: notifications return 404 if Outlook is not set up',
    },
    'batches to the Microsoft webhook are checked one at a time': {
      file: 'api/routes/webhooks/microsoft.ts',
      text: 'await call.prove(() => findKnown(pool, request.body))',
      without: 'await findKnown(pool, request.body)',
      test: 'attack 42: batches are checked one at a time',
    },
    'waiting bodies take little memory': {
      file: 'api/webhook-line.ts',
      text: '|| places.bytes + bytes > most.bytes)',
      without: '|| bytes > most.bytes)',
      test: 'attack 42: unfinished bodies take 16 MB at most',
    },
    'slow bodies lose their place': {
      file: 'api/webhook-line.ts',
      text: 'request.complete || request.destroy()',
      without: 'request.complete',
      test: 'attack 42: unfinished bodies take 16 MB at most',
    },
  }),
  ...guardsOf(42, PAYMENTS, {
    'payment events wait in a short line': {
      file: 'api/routes/webhooks/stripe.ts',
      text: 'const call = enter(request, response);',
      without: 'const call = { prove: (check) => check() };',
      test: 'attack 42: take 16 MB at most',
    },
    'a payment event without a signature is not read': {
      file: 'api/routes/webhooks/stripe.ts',
      text: 'if (!signature) throw unsigned();',
      test: 'attack 42: are not read without a signature',
    },
  }),
  ...guardsOf(42, SES, {
    'mail reports wait in a short line': {
      file: 'api/routes/webhooks/ses.ts',
      text: 'const call = enter(request, response);',
      without: 'const call = { prove: (check) => check() };',
      test: 'attack 42: take 16 MB at most',
    },
    'mail reports are not read without a topic': {
      file: 'api/routes/webhooks/ses.ts',
      text: 'if (!mailFeedback) throw unsigned();',
      test: 'attack 42: are not read if no topic is configured',
    },
  }),
  ...guardsOf(42, 'tests/api/malformed.test.ts', {
    'compressed bodies are refused': {
      file: 'api/app.ts',
      text: 'app.use(refuseCompressedBodies);',
      test: 'attack 42: a compressed body is refused unread',
    },
  }),
  ...guardsOf(42, 'tests/api/turns.test.ts', {
    'forged calls take only a fraction of the time': {
      file: 'api/turns.ts',
      text: 'if (restMs > 0) setTimeout(next, restMs);',
      without: 'if (restMs < 0) setTimeout(next, restMs);',
      test: 'attack 42: for at least 10 ms',
    },
    'a pause follows a failing call as well': {
      file: 'api/turns.ts',
      text: 'leave(restMs(performance.now() - began));',
      without: 'leave(0);',
      test: 'attack 42: four times as long as that call took, if it threw an error',
    },
  }),
  ...guardsOf(42, GOOGLE, {
    'messages to the Google webhook are checked one at a time': {
      file: 'api/routes/webhooks/google.ts',
      text: 'await enter(request, response).prove(() => findGenuineChannel(pool, request))',
      without: 'await findGenuineChannel(pool, request)',
      test: 'attack 42: forged notifications',
    },
    'the number of calls waiting for a webhook is limited': {
      file: 'api/webhook-line.ts',
      text: 'if (places.calls >= most.calls || places.bytes',
      without: 'if (places.bytes',
      test: 'attack 42: calls beyond the 50 waiting get 503 with Retry-After',
    },
    'senders who have sent a valid call come first': {
      file: 'api/webhook-line.ts',
      text: 'if (proof) remember(known, sender);',
      test: 'attack 42: calls beyond the 50 waiting get 503 with Retry-After',
    },
    'calls from disconnected clients are dropped': {
      file: 'api/webhook-line.ts',
      text: "departure.abort(badRequest('The request was cut off.'));",
      test: 'attack 42: calls from disconnected clients give up their place',
    },
  }),
];
