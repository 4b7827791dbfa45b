// Inside the frame: shows the box, requests a token from the sandbox, and posts messages only to the embedding page.
const query = new URLSearchParams(window.location.search);
const box = document.querySelector('.box');
const label = document.querySelector('#label');

function show(state, text) {
  box.dataset.state = state;
  label.textContent = text;
}

function tell(event, details = {}) {
  const message = { source: 'cloudflare-challenge', widgetId: query.get('id'), event, ...details };
  window.parent.postMessage(message, query.get('parent'));
}

async function solve(interactive) {
  show('working', 'Verifying...');
  const asked = { sitekey: query.get('sitekey'), hostname: new URL(query.get('parent')).hostname, interactive };
  for (const name of ['action', 'cdata']) if (query.has(name)) asked[name] = query.get(name);
  const answer = await fetch('challenge', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  const outcome = await answer.json();
  if (outcome.interactive) return askForClick();
  if (!outcome.token) {
    show('failed', 'Verification failed');
    return tell('fail', { code: outcome.code ?? '300030' });
  }
  show('done', 'Success!');
  return tell('complete', { token: outcome.token, lifetimeMs: outcome.lifetimeMs });
}

function askForClick() {
  show('waiting', 'Verify you are human');
  tell('interactiveBegin');
  const click = () => {
    tell('interactiveEnd');
    void attempt(true);
  };
  box.addEventListener('click', click, { once: true });
}

async function attempt(interactive) {
  try {
    await solve(interactive);
  } catch {
    show('failed', 'Cannot reach the challenge');
    tell('fail', { code: '200500' });
  }
}

window.setTimeout(() => void attempt(false), 300);
