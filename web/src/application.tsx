import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { guardRestoredPage } from './auth/restored-page.ts';
import { createRouter } from './router.ts';
import { fetchPart } from './ui/fetch-part.ts';
import { fetchToaster } from './ui/notify.ts';
import { watchParts } from './ui/watch-parts.ts';
import { WrittenPage } from './written-page.tsx';

// Comes right after the first paint.
const Toaster = lazy(() => fetchToaster().then((module) => ({ default: module.Toaster })));

/**
 * Shows the application in `container`. A page written at build time stays on the screen until every part of it has arrived, and is then replaced at
 * once, with what has been typed into it.
 */
export async function startApplication(container: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  const router = createRouter(queryClient);
  guardRestoredPage();
  const throwMissing = watchParts();
  const isWritten = container.hasChildNodes();
  // The router itself would go on without a part that it lacks.
  if (isWritten) await fetchPart(() => router.load().then(throwMissing));
  const root = createRoot(container);
  const screens = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Suspense>
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  );
  // In small steps, between which the written page stays scrollable.
  startTransition(() =>
    root.render(
      <StrictMode>{isWritten ? <WrittenPage within={container}>{screens}</WrittenPage> : screens}</StrictMode>,
    ),
  );
}
