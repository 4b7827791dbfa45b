import './styles.css';
import { fetchChunk, onFailedChunk } from './ui/fetch-chunk.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root element.');

let isTyped = false;
document.addEventListener('input', () => {
  isTyped = true;
});

// Handles failed chunks until toasts can be shown (release.ts).
onFailedChunk(async (isRepeated) => {
  if (!isRepeated || !(await fetch('/').catch(() => null))?.ok) return;
  if (isTyped || sessionStorage.getItem(import.meta.url))
    document.getElementById('incomplete')?.removeAttribute('hidden');
  else {
    sessionStorage.setItem(import.meta.url, 'reloaded');
    window.location.reload();
  }
});

const start = () => {
  // A prerendered page lists its chunks in a template (prerender.ts).
  const scripts = document.querySelector('template');
  if (scripts) document.head.append(scripts.content);
  fetchChunk(() => import('./application.tsx'))
    .then(({ startApplication }) => startApplication(container))
    .catch(reportError);
};

// Let a prerendered page paint first: the application competes with its fonts for bandwidth and blocks slow phones. A
// hidden page never paints.
if (container.hasChildNodes() && !document.hidden) requestAnimationFrame(() => setTimeout(start));
else start();
