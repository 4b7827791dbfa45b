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
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

guardRestoredPage();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
