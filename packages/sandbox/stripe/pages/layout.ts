import { Html, html } from '#sandbox/page.ts';

/** Renders a complete page, which works without scripts. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Stripe sandbox</title>
<style>${new Html(css)}</style>
</head>
<body>
${content}
</body>
</html>
`.text;
}

export function brand(back: { url: string; text: string } | undefined): Html {
  return html`<header>${
    back && html`<a class="back" href="${back.url}"><span aria-hidden="true">&larr;</span> ${back.text}</a>`
  }<span class="mode">Stripe <span>sandbox</span></span></header>`;
}

export function notice(message: string | undefined): Html | undefined {
  return message === undefined ? undefined : html`<p class="notice" role="alert">${message}</p>`;
}

type CardValues = { number?: string; expiry?: string; name?: string };

/**
 * Renders the fields of a card, named as on Stripe's page. After an error, everything but the security code stays
 * filled in.
 */
export function cardFields({ number, expiry, name }: CardValues = {}): Html {
  return html`<fieldset>
    <legend>Card information</legend>
    <div class="card">
      <input name="cardNumber" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" aria-label="Card number" value="${number}" required>
      <input name="cardExpiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" aria-label="Expiration" value="${expiry}" required>
      <input name="cardCvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" aria-label="CVC" required>
    </div>
  </fieldset>
  <label>Cardholder name <input name="billingName" autocomplete="cc-name" placeholder="Full name on card" value="${name}" required></label>`;
}

/** Explains the test cards. */
export function testCards(): Html {
  return html`<details class="tests"><summary>Test cards</summary>
    <p>Use any future date and any three digits. Real cards are not accepted.</p>
    <ul>
      <li><code>4242 4242 4242 4242</code> pays</li>
      <li><code>4000 0000 0000 0002</code> is declined immediately</li>
      <li><code>4000 0000 0000 0341</code> is accepted, but fails when charged</li>
    </ul></details>`;
}

/** Formats Unix seconds as `21 December 2026`. */
export function formatDate(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at * 1_000));
}

const css = `
:root { color-scheme: light dark; --canvas: light-dark(#f6f7f9, #15171c); --card: light-dark(#fff, #1e2128); --ink: light-dark(#1a1f36, #eceef2);
  --soft: light-dark(#565d70, #a4abb9); --line: light-dark(#d5dae3, #3a404c); --accent: light-dark(#4a3fe0, #9d96ff); --on-accent: light-dark(#fff, #17123f);
  --bad: light-dark(#b3123c, #ff9db0); --bad-back: light-dark(#fdeef2, #3a1a24); --good: light-dark(#14653b, #82d9a8); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 4px 16px; max-width: 960px; margin: 0 auto; padding: 20px 24px 0; }
.back { color: var(--ink); min-height: 32px; display: inline-flex; align-items: center; gap: 6px; } .mode { margin-left: auto; font-weight: 600; } .mode span { color: var(--soft); font-weight: 400; }
main { max-width: 960px; margin: 0 auto; padding: 28px 24px 64px; display: grid; gap: 40px; grid-template-columns: 1fr 1fr; align-items: start; }
main.narrow { max-width: 640px; grid-template-columns: minmax(0, 1fr); gap: 24px; }
h1 { font-size: 17px; font-weight: 500; margin: 0; color: var(--soft); } h2 { font-size: 15px; margin: 0 0 12px; } main.narrow h1 { color: var(--ink); font-size: 24px; font-weight: 600; }
.headline { font-size: 34px; line-height: 1.2; font-weight: 600; margin: 4px 0; letter-spacing: -.01em; } .soft { color: var(--soft); margin: 0; }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 24px; }
table { width: 100%; border-collapse: collapse; margin-top: 24px; } td { padding: 10px 0; vertical-align: top; } td:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; padding-left: 16px; }
tr + tr td { border-top: 1px solid var(--line); } tr.total td { font-weight: 600; } td .soft { font-size: 13px; display: block; }
form { display: grid; gap: 18px; } label { display: grid; gap: 6px; font-weight: 500; font-size: 14px; } legend { font-weight: 500; font-size: 14px; padding: 0; margin-bottom: 6px; }
fieldset { border: 0; padding: 0; margin: 0; min-width: 0; }
input:not([type=radio]), textarea, select { font: inherit; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--ink); }
input::placeholder { color: var(--soft); opacity: .8; } input[readonly] { background: var(--canvas); }
.card { display: grid; grid-template-columns: 1fr 1fr; } .card input { border-radius: 0; margin: 0; } .card input:first-child { grid-column: 1 / -1; border-radius: 6px 6px 0 0; border-bottom: 0; }
.card input:nth-child(2) { border-radius: 0 0 0 6px; border-right: 0; } .card input:last-child { border-radius: 0 0 6px 0; } .card input:focus-visible { position: relative; }
button, .button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 20px; border-radius: 6px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet, .button.quiet { background: none; color: var(--ink); border-color: var(--line); display: inline-flex; align-items: center; justify-content: center; }
.row { display: flex; flex-wrap: wrap; gap: 12px; } .fine { font-size: 13px; color: var(--soft); margin: 0; }
.notice { margin: 0; padding: 12px 14px; border-radius: 6px; background: var(--bad-back); color: var(--bad); font-weight: 500; }
.tag { display: inline-block; padding: 1px 9px; border-radius: 10px; border: 1px solid currentColor; font-size: 12px; font-weight: 500; color: var(--soft); } .tag.good { color: var(--good); } .tag.bad { color: var(--bad); }
.tests { font-size: 13px; color: var(--soft); } .tests summary { cursor: pointer; min-height: 28px; } .tests ul { padding-left: 18px; margin: 4px 0 0; } .tests p { margin: 4px 0 0; } code { white-space: nowrap; }
.choice { display: flex; gap: 10px; align-items: center; font-weight: 400; min-height: 32px; }
@media (max-width: 720px) { main { grid-template-columns: minmax(0, 1fr); gap: 24px; padding-top: 20px; } header, main { padding-inline: 16px; } .panel { padding: 20px 16px; } .headline { font-size: 28px; } }
`;
