import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from './page.ts';

const names: Record<string, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  stripe: 'Stripe',
  anthropic: 'Anthropic',
  ses: 'Amazon SES',
  turnstile: 'Cloudflare Turnstile',
  messages: 'Slack, Teams and web push',
};

/**
 * Handles browser requests outside a vendor's API: the favicon (there is none) and, on a vendor's port, the bare root.
 * `/` with a query goes to the vendor, because SES takes calls there.
 * @param vendor undefined for the console and the seeded web, which have their own root
 * @returns whether the request was handled
 */
export function answerBrowser(
  req: IncomingMessage,
  res: ServerResponse,
  { vendor, consoleUrl }: { vendor: string | undefined; consoleUrl: string },
): boolean {
  if (req.method !== 'GET') return false;
  if (req.url === '/favicon.ico') {
    res.writeHead(204).end();
    return true;
  }
  if (req.url !== '/' || vendor === undefined) return false;
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(landing(names[vendor] ?? vendor, consoleUrl));
  return true;
}

function landing(name: string, consoleUrl: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} sandbox</title>
</head>
<body>
<main>
<h1>${name} sandbox</h1>
<p>A local stand-in for ${name}. Inspect its requests or make it fail in the <a href="${consoleUrl}">sandbox console</a>.</p>
</main>
</body>
</html>
`.text;
}
