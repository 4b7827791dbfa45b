import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { guardRestoredPage } from './auth/restored-page.ts';
import { createRouter } from './router.ts';
import { watchParts } from './ui/fetch-part.ts';
import { WrittenPage } from './written-page.tsx';

/**
 * Shows the application in `container`. A page written at build time stays on the screen until every part of it has arrived, and is then replaced at
 * once, with what has been typed into it.
 */
export async function startApplication(container: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  const router = createRouter(queryClient);
  guardRestoredPage();
  watchParts();
  const isWritten = container.hasChildNodes();
  if (isWritten) await router.load();
  const root = createRoot(container);
  const screens = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
  // In small steps, between which the written page stays scrollable.
  startTransition(() =>
    root.render(
      <StrictMode>{isWritten ? <WrittenPage within={container}>{screens}</WrittenPage> : screens}</StrictMode>,
    ),
  );
}
