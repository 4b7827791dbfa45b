import { type Guard, guardsOf } from './guard.ts';

const BRIEFING = 'tests/workers/emails/briefing.test.ts';
const PAGES = 'tests/api/pages.test.ts';

/** Content written by others, and where a consent popup posts. */
export const contentGuards: Guard[] = [
  ...guardsOf(17, 'tests/web/auth/oauth-message.test.ts', {
    'a popup posts to our own origin only': {
      file: 'web/src/auth/oauth-message.ts',
      text: 'opener.postMessage(message, window.location.origin);',
      without: "opener.postMessage(message, '*');",
      test: 'attack 17: the popup posts only to our own origin',
    },
  }),
  ...guardsOf(23, BRIEFING, {
    'mail clients do not turn text written by others into links': {
      file: 'workers/emails/plain-text.ts',
      text: '.replaceAll(JOINTS, (joint) => `${joint}\\u200c`)',
      test: 'attack 23: breaks hosts and addresses',
    },
  }),
  ...guardsOf(31, 'tests/web/features/meetings/web-link.test.ts', {
    'pages link to web URLs only': {
      file: 'web/src/features/meetings/web-link.ts',
      text: "return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null;",
      without: 'return parsed ? parsed.href : null;',
      test: 'attack 31: only web URLs become links',
    },
  }),
  ...guardsOf(31, BRIEFING, {
    'emails link to web URLs only': {
      file: 'workers/emails/briefing-sources.tsx',
      text: "return ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');",
      without: 'return URL.canParse(url);',
      test: 'attack 31: never links a source',
    },
  }),
  ...guardsOf(31, 'tests/web/features/meetings/plain-text.test.ts', {
    'scripts are removed from a description with their content': {
      file: 'web/src/features/meetings/plain-text.ts',
      text: String.raw`.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')`,
      test: 'attack 31: plainText removes scripts, styles and images',
    },
  }),
  ...guardsOf(31, PAGES, {
    'inline scripts do not run': {
      file: 'api/security-headers.ts',
      text: 'scriptSrc: ["\'self\'", turnstile],',
      without: 'scriptSrc: ["\'self\'", "\'unsafe-inline\'", turnstile],',
      test: 'attack 31: of / allow',
    },
    'only the OAuth callback page keeps its opener': {
      file: 'api/security-headers.ts',
      text: "if (request.path === '/auth/callback') response.setHeader",
      without: 'response.setHeader',
      test: 'attack 31: allow only the OAuth callback page',
    },
  }),
];
