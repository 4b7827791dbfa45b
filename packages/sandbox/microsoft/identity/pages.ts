import type { AuthorizeRequest, Refusal } from '#sandbox/microsoft/identity/authorize-request.ts';
import { knownScope, scopeTexts } from '#sandbox/microsoft/scopes.ts';
import type { Account } from '#sandbox/microsoft/state.ts';
import { Html, html } from '#sandbox/page.ts';

export type ConsentPage = { request: AuthorizeRequest; accounts: Account[]; action: string };

/** Renders the account chooser and the permissions on one page. Works without scripts; Cancel needs no account. */
export function consentPage({ request, accounts, action }: ConsentPage): string {
  return page(
    'Sign in - Microsoft sandbox',
    html`<h1>Pick an account</h1>
      <form method="post" action="${action}">
        <fieldset>
          <legend class="hidden">Account</legend>
          ${accounts.map((account) => accountChoice(account, request.loginHint))}
          ${accounts.length === 0 && html`<p class="soft">No account can sign in here.</p>`}
        </fieldset>
        <h2>Permissions requested</h2>
        <p class="soft">Foreword would like to:</p>
        ${permissions(request.scopes)}
        ${decisions}
      </form>`,
  );
}

/** Renders the page on which an administrator consents for everyone in the organization. */
export function adminConsentPage({
  scopes,
  accounts,
  action,
}: {
  scopes: string[];
  accounts: Account[];
  action: string;
}): string {
  return page(
    'Permissions requested - Microsoft sandbox',
    html`<h1>Review for your organization</h1>
      <form method="post" action="${action}">
        <fieldset>
          <legend class="hidden">Account</legend>
          ${accounts.map((account) => accountChoice(account, undefined))}
        </fieldset>
        <p class="soft">If you accept, Foreword gets these permissions for all users in your organization:</p>
        ${permissions(scopes)}
        ${decisions}
      </form>`,
  );
}

/** Renders Microsoft's error page, which is shown and never redirected. */
export function refusalPage({ error, aadsts, explanation }: Refusal): string {
  return page(
    'Sign in error - Microsoft sandbox',
    html`<h1>Sorry, but we're having trouble signing you in.</h1>
      <p>AADSTS${aadsts}: ${explanation}</p>
      <p class="soft">${error}</p>`,
  );
}

/** Renders a page that posts itself to the application, for `response_mode=form_post`. */
export function formPostPage(redirectUri: string, parameters: Record<string, string>): string {
  return page(
    'Working...',
    html`<form method="post" action="${redirectUri}">
        ${Object.entries(parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <p>Continue to Foreword.</p>
        <div class="actions"><button type="submit" class="primary">Continue</button></div>
      </form>
      <script>document.forms[0].submit();</script>`,
  );
}

function permissions(scopes: string[]): Html {
  const texts = new Set(scopes.map((scope) => scopeTexts[knownScope(scope) ?? ''] ?? scope));
  return html`<ul>${[...texts].map((text) => html`<li>${text}</li>`)}</ul>`;
}

const decisions = html`<div class="actions">
          <button type="submit" name="decision" value="cancel" formnovalidate>Cancel</button>
          <button type="submit" name="decision" value="allow" class="primary">Allow</button>
        </div>`;

function accountChoice(account: Account, loginHint: string | undefined): Html {
  const chosen = loginHint === account.email || loginHint === account.oid;
  return html`<label class="account">
    <input type="radio" name="account" value="${account.email}" required ${chosen && new Html('checked')}>
    <span class="avatar" aria-hidden="true">${account.name.slice(0, 1).toUpperCase()}</span>
    <span><span class="name">${account.name}</span><br><span class="soft">${account.email}</span></span>
  </label>`;
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(css)}</style>
</head>
<body>
<main>
<p class="brand">Microsoft <span class="soft">sandbox</span></p>
${content}
</main>
</body>
</html>
`.text;
}

const css = `
:root { color-scheme: light dark; --canvas: light-dark(#eef1f5, #16191d); --card: light-dark(#fff, #22262b);
  --ink: light-dark(#1b1b1b, #ededed); --soft: light-dark(#5b5f64, #b0b5bb); --line: light-dark(#d5d9de, #41474f);
  --accent: light-dark(#0f6cbd, #62abf5); --on-accent: light-dark(#fff, #0b2239); --hover: light-dark(#f3f6f9, #2a2f35); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--canvas);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 440px; background: var(--card); padding: 36px 40px; box-shadow: 0 2px 6px rgb(0 0 0 / 20%); }
.brand { margin: 0 0 16px; font-weight: 600; } .soft { color: var(--soft); font-weight: 400; font-size: 14px; }
h1 { margin: 0 0 16px; font-size: 24px; font-weight: 600; line-height: 1.25; } h2 { margin: 20px 0 4px; font-size: 16px; font-weight: 600; }
p { margin: 0 0 8px; } ul { margin: 0 0 24px; padding-left: 20px; } li { margin: 4px 0; }
fieldset { border: 0; padding: 0; margin: 0; } .hidden { position: absolute; clip-path: inset(50%); }
.account { display: flex; gap: 12px; align-items: center; padding: 10px 8px; border-bottom: 1px solid var(--line); cursor: pointer; line-height: 1.3; }
.account:hover, .account:has(:checked) { background: var(--hover); } .account:has(:focus-visible) { outline: 2px solid var(--accent); }
.avatar { width: 36px; height: 36px; flex: none; border-radius: 50%; display: grid; place-items: center; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.name { font-weight: 600; }
.actions { display: flex; justify-content: flex-end; gap: 8px; }
button { font: inherit; min-height: 36px; min-width: 108px; padding: 0 12px; border: 1px solid var(--line); background: none; color: var(--ink); cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
`;
