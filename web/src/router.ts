import type { QueryClient } from '@tanstack/react-query';
import { createRouter as create, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';

export type RouterContext = { queryClient: QueryClient };

export function createRouter(queryClient: QueryClient) {
  return create({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 400,
    scrollRestoration: true,
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
