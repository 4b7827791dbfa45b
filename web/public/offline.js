// Shows the briefings stored on this device by web/src/features/device/offline-briefings.ts.

const KEPT = 'foreword-offline';

async function readKept() {
  if (!(await caches.has(KEPT))) return [];
  const cache = await caches.open(KEPT);
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/offline-briefings/'));
  const kept = [];
  for (const request of requests) {
    const briefing = await (await cache.match(request)).json();
    if (Date.parse(briefing.keptUntil) > Date.now()) kept.push(briefing);
    else await cache.delete(request);
  }
  return kept.toSorted((one, other) => Date.parse(other.readAt) - Date.parse(one.readAt));
}

function show({ title, when, text }) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const time = document.createElement('span');
  const words = document.createElement('p');
  time.textContent = when;
  words.textContent = text;
  summary.append(title, time);
  details.append(summary, words);
  document.getElementById('briefings').append(details);
}

document.getElementById('retry').addEventListener('click', () => location.reload());
window.addEventListener('online', () => location.reload());

async function showKept() {
  const kept = await readKept();
  document.getElementById('lead').textContent =
    kept.length === 0
      ? 'There are no briefings on this device yet. Briefings you open while online will be kept here.'
      : 'These are the briefings you last read on this device.';
  for (const briefing of kept) show(briefing);
}

showKept().catch(reportError);
