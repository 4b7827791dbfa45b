import './styles.css';
import { fetchPart } from './ui/fetch-part.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root.');

const start = () => {
  // A page written at build time names what is to be fetched (prerender.ts).
  const parts = document.querySelector('template');
  if (parts) document.head.append(parts.content);
  fetchPart(() => import('./application.tsx'))
    .then(({ startApplication }) => startApplication(container))
    .catch(reportError);
};

// A page written at build time is painted first: the application would compete with its fonts for a slow line, and keep a slow phone busy for a while.
// A hidden page is never painted.
if (container.hasChildNodes() && !document.hidden) requestAnimationFrame(() => setTimeout(start));
else start();
