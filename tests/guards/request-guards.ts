import { type Guard, guardsOf } from './guard.ts';

const CROSS_SITE = 'tests/security/cross-site.test.ts';
const REDIRECTS = 'tests/security/open-redirects.test.ts';
const BOT_CHECK = 'tests/security/bot-check.test.ts';
const CONTACT = 'tests/api/routes/contact.test.ts';

/** The contents of requests, and what responses disclose. */
export const requestGuards: Guard[] = [
  ...guardsOf(13, CROSS_SITE, {
    'a foreign Origin is refused': {
      file: 'api/middleware/same-origin.ts',
      text: "if (origin !== undefined && origin !== publicUrl) throw forbidden('Requests from other sites are not accepted.');",
      test: 'attack 13: are refused with 403 if sent with a foreign origin',
    },
    'a cross-site fetch is refused': {
      file: 'api/middleware/same-origin.ts',
      text: "if (isForeignFetch(request)) throw forbidden('Requests from other sites are not accepted.');",
      test: 'attack 13: are refused with 403 if sent with a cross-site fetch',
    },
    'content types that a form can send are refused': {
      file: 'api/middleware/same-origin.ts',
      text: "!request.is('application/json') && !isEmptyJson(request)",
      without: 'false',
      test: 'attack 13: are refused with 415 if sent as plain text',
    },
  }),
  ...guardsOf(14, CROSS_SITE, {
    'only our own origin may read responses': {
      file: 'api/middleware/same-origin.ts',
      text: "if (request.headers.origin === publicUrl) {\n      response.setHeader('Access-Control-Allow-Origin', publicUrl);",
      without:
        "if (request.headers.origin) {\n      response.setHeader('Access-Control-Allow-Origin', request.headers.origin);",
      test: 'attack 14: denies https://evil.test',
    },
    'caches separate responses by origin': {
      file: 'api/middleware/same-origin.ts',
      text: "response.vary('Origin');",
      test: 'attack 14: allows our own origin and exposes the rate-limit headers',
    },
  }),
  ...guardsOf(15, REDIRECTS, {
    'a sign-in returns only to our site': {
      file: 'api/routes/auth/sign-in/email.ts',
      text: "if (callbackURL !== undefined) checkReturnUrl(context, 'callbackURL', callbackURL);",
      test: 'attack 15: refuses "https://evil.test/app" with 400',
    },
    'a Google sign-in returns only to our site': {
      file: 'api/routes/auth/sign-in/social.ts',
      text: "const returnUrl = checkReturnUrl(context, 'callbackURL', callbackURL);",
      without: 'const returnUrl = callbackURL;',
      test: 'attack 15: ',
    },
    'a consent page returns only to our site': {
      file: 'api/consent.ts',
      text: "checkReturnUrl(context, 'returnUrl', query.returnUrl ?? '/app/integrations')",
      without: "query.returnUrl ?? '/app/integrations'",
      test: 'attack 15: ',
    },
    'a checkout returns only to our site': {
      file: 'api/routes/subscriptions/create.ts',
      text: "`${publicUrl}${checkReturnUrl(context, 'successUrl', successUrl)}`",
      without: 'successUrl',
      test: 'attack 15: ',
    },
    'a cancelled checkout returns only to our site': {
      file: 'api/routes/subscriptions/create.ts',
      text: "`${publicUrl}${checkReturnUrl(context, 'cancelUrl', cancelUrl)}`",
      without: 'cancelUrl',
      test: 'attack 15: ',
    },
    'tabs and line breaks are not valid in a path': {
      file: 'domain/return-url.ts',
      text: 'hasControlCharacter(target) ||',
      test: 'attack 15: ',
    },
    'an encoded second slash is not valid in a path': {
      file: 'domain/return-url.ts',
      text: '/^\\/(?:\\/|%2f|%5c)/i.test(url.pathname)',
      without: 'false',
      test: 'attack 15: ',
    },
  }),
  ...guardsOf(24, 'tests/security/header-injection.test.ts', {
    'an address field holds a single address': {
      file: 'contract/http.ts',
      text: '.pipe(z.email(INVALID_EMAIL))',
      test: 'attack 24: refuses an address with a line break, quoted part or second recipient',
    },
  }),
  ...guardsOf(24, CONTACT, {
    'a name is a single line': {
      file: 'contract/contact.ts',
      text: '.refine((text) => text.isWellFormed() && !/[\\p{Cc}\\u2028\\u2029]/u.test(text), INVALID_NAME)',
      test: 'attack 24: refuses a line break in the name with 400',
    },
  }),
  ...guardsOf(24, 'tests/providers/mail/ses.test.ts', {
    'an email has a single recipient': {
      file: 'providers/mail/ses.ts',
      text: "throw new RequestRejectedError('address_rejected');",
      without: ';',
      test: 'attack 24: is never sent to "a@b.test, c@d.test", which',
    },
  }),
  ...guardsOf(26, BOT_CHECK, {
    'a missing or overlong token is refused without a request': {
      file: 'api/middleware/bot-check.ts',
      text: "if (token === '' || token.length > MAX_TOKEN_LENGTH) throw badRequest('Please complete the security verification');",
      test: 'attack 26: returns 400 with a missing or overlong token',
    },
    'an invalid token is refused': {
      file: 'api/middleware/bot-check.ts',
      text: "if (!isPerson) throw forbidden('Security verification failed. Please try again.');",
      test: 'attack 26: accepts a token once',
    },
    "another site's token is refused": {
      file: 'providers/bot-check/turnstile.ts',
      text: 'answer.success && answer.hostname === hostname &&',
      without: 'answer.success &&',
      test: 'attack 26: refuses a forged token or one from another form or site',
    },
    "another form's token is refused": {
      file: 'providers/bot-check/turnstile.ts',
      text: '&& actions.some((action) => action === answer.action)',
      test: 'attack 26: refuses a forged token or one from another form or site',
    },
    'an unavailable verifier admits nobody': {
      file: 'providers/bot-check/turnstile.ts',
      text: 'throw new VendorUnavailableError(cause);',
      without: "return { success: true, hostname: 'localhost', action: String(body.action ?? 'contact') };",
      test: 'attack 26: returns 503 while the verifier is down',
    },
  }),
  ...guardsOf(27, CONTACT, {
    'a message with a filled honeypot is discarded': {
      file: 'api/routes/contact.ts',
      text: 'if (website) return THANKS;',
      test: 'attack 27: responds to a filled honeypot as usual but stores nothing [5.6]',
    },
  }),
  ...guardsOf(65, 'tests/security/floods.test.ts', {
    'pages and scripts are compressed once': {
      file: 'api/packed.ts',
      text: 'packed.get(packedKey) ?? read().then(PACK[encoding])',
      without: 'read().then(PACK[encoding])',
      test: 'attack 65: with br, pages',
    },
    'readiness checks are shared': {
      file: 'telemetry/keep-for.ts',
      text: 'if (last && performance.now() < last.until) return',
      without: 'if (last && ms < 0) return',
      test: 'attack 65: concurrent readiness requests',
    },
  }),
  ...guardsOf(65, 'tests/ops/compose.test.ts', {
    'a full Redis does not end': {
      file: 'docker-compose.yml',
      text: '--maxmemory 192mb ',
      test: 'attack 65: Redis refuses writes',
    },
  }),
  ...guardsOf(34, 'tests/security/database-error.test.ts', {
    'internal errors are not disclosed': {
      file: 'api/middleware/error-handler.ts',
      text: "message: 'Something went wrong on our side. Please try again.',",
      without: 'message: String(error),',
      test: 'attack 34: a database error in a read returns',
    },
  }),
  ...guardsOf(34, CROSS_SITE, {
    'private responses are not cached': {
      file: 'api/app.ts',
      text: "response.setHeader('Cache-Control', 'private, no-store');",
      test: 'attack 34: are never cached, carry a request id and hide the framework',
    },
  }),
];
