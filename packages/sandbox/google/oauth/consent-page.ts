import type { AuthorizeRequest, Refusal } from '#sandbox/google/oauth/authorize-request.ts';
import { isSignInScope, scopeTexts } from '#sandbox/google/scopes.ts';
import type { Account } from '#sandbox/google/state.ts';
import { Html, html } from '#sandbox/page.ts';

export type ConsentPage = { request: AuthorizeRequest; accounts: Account[]; action: string };

/** Renders the account chooser and the scopes on one page. Works without scripts; Cancel needs no account. */
export function consentPage({ request, accounts, action }: ConsentPage): string {
  const own = request.scopes.filter((scope) => !isSignInScope(scope));
  const withProfile = request.scopes.some(isSignInScope);
  return page(
    'Sign in - Google sandbox',
    html`<h1>Choose an account</h1>
      <p class="lead">to continue to <strong>Foreword</strong></p>
      <form method="post" action="${action}">
        <fieldset>
          <legend>Account</legend>
          ${accounts.map((account) => accountChoice(account, request.loginHint))}
        </fieldset>
        <fieldset>
          <legend>Foreword wants access to your Google Account</legend>
          ${withProfile && html`<p class="scope">Your name, email address and profile</p>`}
          ${own.map((scope) => scopeChoice(scope))}
        </fieldset>
        <div class="actions">
          <button type="submit" name="decision" value="cancel" formnovalidate>Cancel</button>
          <button type="submit" name="decision" value="allow" class="primary">Allow</button>
        </div>
      </form>`,
  );
}

/** Renders Google's error page, which is shown and never redirected. */
export function refusalPage({ status, error, explanation }: Refusal): string {
  return page(
    `Error ${status}: ${error}`,
    html`<h1>Access blocked: Authorization Error</h1>
      <p>${explanation}</p>
      <p class="lead">Error ${status}: ${error}</p>`,
  );
}

function accountChoice(account: Account, loginHint: string | undefined): Html {
  const chosen = loginHint === account.email || loginHint === account.sub;
  const initial = account.name.slice(0, 1).toUpperCase();
  return html`<label class="account">
    <input type="radio" name="account" value="${account.email}" required ${chosen && new Html('checked')}>
    <span class="avatar" aria-hidden="true">${initial}</span>
    <span><span class="name">${account.name}</span><br><span class="email">${account.email}</span></span>
  </label>`;
}

function scopeChoice(scope: string): Html {
  return html`<label class="scope">
    <input type="checkbox" name="scope" value="${scope}" checked> <span>${scopeTexts[scope]}</span>
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
<p class="brand">Google <span>sandbox</span></p>
${content}
</main>
</body>
</html>
`.text;
}

const css = `
:root { color-scheme: light dark; --canvas: light-dark(#f0f4f9, #1e1f20); --card: light-dark(#fff, #0e0e0e);
  --ink: light-dark(#1f1f1f, #e3e3e3); --soft: light-dark(#5f6368, #a8abae); --line: light-dark(#dadce0, #444746);
  --accent: light-dark(#0b57d0, #a8c7fa); --on-accent: light-dark(#fff, #062e6f); --hover: light-dark(#f6f8fc, #1b1b1c); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--canvas);
  color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 480px; background: var(--card); border-radius: 20px; padding: 28px 32px; }
.brand { margin: 0 0 20px; font-weight: 600; } .brand span, .lead, .email { color: var(--soft); font-weight: 400; }
h1 { margin: 0; font-size: 26px; font-weight: 500; line-height: 1.2; } .lead { margin: 6px 0 20px; } .lead strong { color: var(--ink); font-weight: 500; }
fieldset { border: 0; padding: 0; margin: 0 0 20px; } legend { padding: 0; font-weight: 500; margin-bottom: 8px; }
.account { display: flex; gap: 12px; align-items: center; padding: 10px 8px; border-bottom: 1px solid var(--line); cursor: pointer; line-height: 1.3; }
.account:hover, .account:has(:checked) { background: var(--hover); } .account:has(:focus-visible) { outline: 2px solid var(--accent); }
.avatar { width: 32px; height: 32px; flex: none; border-radius: 50%; display: grid; place-items: center; background: var(--accent); color: var(--on-accent); font-weight: 500; }
.name { font-weight: 500; } .email { font-size: 13px; }
.scope { display: flex; gap: 10px; align-items: baseline; padding: 6px 8px; margin: 0; font-size: 14px; }
.actions { display: flex; justify-content: flex-end; gap: 10px; }
button { font: inherit; font-weight: 500; min-height: 40px; padding: 0 22px; border-radius: 20px; border: 1px solid var(--line); background: none; color: var(--accent); cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
`;
