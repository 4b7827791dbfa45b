import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { guardRestoredPage } from './auth/restored-page.ts';
import { createRouter } from './router.ts';
import { fetchChunk } from './ui/fetch-chunk.ts';
import { fetchToaster } from './ui/notify.ts';
import { watchChunks } from './ui/watch-chunks.ts';
import { WrittenPage } from './written-page.tsx';

// Loads right after the first paint.
const Toaster = lazy(() => fetchToaster().then((module) => ({ default: module.Toaster })));

/**
 * Renders the application into `container`. A prerendered page stays on screen until all its chunks have loaded. Text
 * typed into it is carried over.
 */
export async function startApplication(container: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  const router = createRouter(queryClient);
  guardRestoredPage();
  const throwFailure = watchChunks();
  const isWritten = container.hasChildNodes();
  // The router would continue without a missing chunk.
  if (isWritten) await fetchChunk(() => router.load().then(throwFailure));
  const root = createRoot(container);
  const screens = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Suspense>
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  );
  // Keeps the prerendered page scrollable while the screens render.
  startTransition(() =>
    root.render(
      <StrictMode>{isWritten ? <WrittenPage within={container}>{screens}</WrittenPage> : screens}</StrictMode>,
    ),
  );
}
