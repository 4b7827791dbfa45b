import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { createQueryClient } from './api/query-client.ts';
import { accountPages } from './features/auth-forms/account-pages.ts';
import { type PublicPage, publicPages } from './features/public/public-pages.ts';
import { createRouter } from './router.ts';

export type WrittenPage = PublicPage & { path: string; intent?: 'trial'; html: string };

/** Renders all public pages and account screens to static HTML. Only used by the build (web/prerender.ts). */
export async function renderPublicPages(): Promise<WrittenPage[]> {
  const pages = Object.entries({ ...publicPages, ...accountPages });
  const trials = Object.entries(accountPages);
  return await Promise.all([
    ...pages.map(async ([path, page]) => ({ ...page, path, html: await render(path) })),
    ...trials.map(async ([path, page]) => ({
      ...page,
      path,
      intent: 'trial' as const,
      html: await render(`${path}?intent=trial`),
    })),
  ]);
}

/** Renders the 404 page to static HTML. */
export async function renderNotFound(): Promise<PublicPage & { html: string }> {
  return {
    title: 'Page not found',
    description: 'There’s nothing at this address.',
    html: await render('/no/screen/has/this/address'),
  };
}

/** The path patterns of all routes: `/login`, `/reset-password/$token`. */
export function listAddresses(): string[] {
  const router = createRouter(createQueryClient(), createMemoryHistory());
  return Object.keys(router.routesByPath).toSorted();
}

async function render(path: string): Promise<string> {
  const queryClient = createQueryClient();
  const router = createRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // Its timers would keep the build process alive.
  queryClient.clear();
  return html;
}
