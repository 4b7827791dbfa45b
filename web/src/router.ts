import type { QueryClient } from '@tanstack/react-query';
import { createRouter as create, type RouterHistory, stringifySearchWith } from '@tanstack/react-router';
import { routeTree } from './route-tree.gen.ts';

export type RouterContext = { queryClient: QueryClient };

/** @param history in-memory history for prerendering; by default the browser’s */
export function createRouter(queryClient: QueryClient, history?: RouterHistory) {
  return create({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 400,
    // In prerendered pages this would add an inline script, which the content security policy blocks.
    scrollRestoration: history === undefined,
    ...(history && { history, isServer: true }),
    // The router's own parsers turn `2026` and `true` into a number and a boolean.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
  interface HistoryState {
    /** A meeting to open on /app/meetings. */
    selectedMeetingId?: string;
    /** For /login: the account whose address was just confirmed has no password yet. */
    needsPassword?: boolean;
  }
}
