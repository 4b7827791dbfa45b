import type { Guard } from './guard.ts';

const BRIEFING = 'tests/workers/emails/briefing.test.ts';
const PAGES = 'tests/api/pages.test.ts';

/** Content written by others, and where a consent popup posts. */
export const contentGuards: Guard[] = [
  {
    row: 17,
    what: 'a popup posts to our own origin only',
    file: 'web/src/auth/oauth-message.ts',
    text: 'opener.postMessage(message, window.location.origin);',
    without: "opener.postMessage(message, '*');",
    test: { file: 'tests/web/auth/oauth-message.test.ts', title: 'attack 17: the popup posts only to our own origin' },
  },
  {
    row: 23,
    what: 'mail clients turn nothing written by others into a link',
    file: 'workers/emails/plain-text.ts',
    text: '.replaceAll(JOINTS, (joint) => `${joint}\\u200c`)',
    without: '',
    test: { file: BRIEFING, title: 'attack 23: breaks hosts and addresses' },
  },
  {
    row: 31,
    what: 'pages link to web URLs only',
    file: 'web/src/features/meetings/web-link.ts',
    text: "return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null;",
    without: 'return parsed ? parsed.href : null;',
    test: { file: 'tests/web/features/meetings/web-link.test.ts', title: 'attack 31: only web URLs become links' },
  },
  {
    row: 31,
    what: 'mails link to web URLs only',
    file: 'workers/emails/briefing-sources.tsx',
    text: "return ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');",
    without: 'return URL.canParse(url);',
    test: { file: BRIEFING, title: 'attack 31: never links a source' },
  },
  {
    row: 31,
    what: 'scripts are removed from a description with their content',
    file: 'web/src/features/meetings/plain-text.ts',
    text: String.raw`.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')`,
    without: '',
    test: {
      file: 'tests/web/features/meetings/plain-text.test.ts',
      title: 'attack 31: removes scripts, styles and images',
    },
  },
  {
    row: 31,
    what: 'inline scripts do not run',
    file: 'api/security-headers.ts',
    text: 'scriptSrc: ["\'self\'", turnstile],',
    without: 'scriptSrc: ["\'self\'", "\'unsafe-inline\'", turnstile],',
    test: { file: PAGES, title: 'attack 31: of /' },
  },
  {
    row: 31,
    what: 'only the OAuth callback page keeps its opener',
    file: 'api/security-headers.ts',
    text: "if (request.path === '/auth/callback') response.setHeader",
    without: 'response.setHeader',
    test: { file: PAGES, title: 'attack 31: allow only the OAuth callback page' },
  },
];
