import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { guardRestoredPage } from './auth/restored-page.ts';
import { createRouter } from './router.ts';

const queryClient = createQueryClient();
const router = createRouter(queryClient);
const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element with the id root');

guardRestoredPage();

const root = createRoot(container);
const show = () =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );

// A page written at build time stays on the screen until every part of it has arrived, and is then replaced at once.
if (container.hasChildNodes()) router.load().then(show, reportError);
else show();
