import type { Guard } from './guard.ts';

const SES = 'tests/api/routes/webhooks/ses.test.ts';
const GOOGLE = 'tests/api/routes/webhooks/google.test.ts';
const MICROSOFT = 'tests/api/routes/webhooks/microsoft.test.ts';

/** What tells a vendor's word from that of somebody else. */
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
    test: { file: SES, title: 'attack 18: another genuine topic' },
  },
  {
    row: 18,
    what: 'a notice of Google’s brings the token of its channel',
    file: 'api/routes/webhooks/google.ts',
    text: "isTokenOf(channel, request.get('x-goog-channel-token') ?? '') &&",
    without: '',
    test: { file: GOOGLE, title: 'attack 18: another token' },
  },
  {
    row: 18,
    what: 'a notification of Microsoft’s brings the state of its subscription',
    file: 'api/routes/webhooks/microsoft.ts',
    text: "if (!isTokenOf(channel, clientState ?? '')) throw badRequest('The client state is not valid.');",
    without: '',
    test: { file: MICROSOFT, title: 'attack 18: another state' },
  },
];
