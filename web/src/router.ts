import type { QueryClient } from '@tanstack/react-query';
import {
  createRouter as create,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';

export type RouterContext = { queryClient: QueryClient };

/** @param history where pages are written at build time: an address in memory instead of the browser's. */
export function createRouter(queryClient: QueryClient, history?: RouterHistory) {
  return create({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 400,
    // On the server it would be an inline script, which the content security policy refuses.
    scrollRestoration: history === undefined,
    ...(history && { history, isServer: true }),
    // Query parameters are texts here: a code that happens to look like a number must not be read as one.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
  interface HistoryState {
    /** A meeting another screen wants opened on /app/meetings. */
    selectedMeetingId?: string;
  }
}
