import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useLogoutListener } from '#web/auth/use-logout-listener.ts';
import { CrashScreen } from '#web/features/errors/crash-screen.tsx';
import { NotFoundScreen } from '#web/features/errors/not-found-screen.tsx';
import type { RouterContext } from '#web/router.ts';
import { fetchPart } from '#web/ui/fetch-part.ts';

// Comes right after the first paint: nobody can have caused a toast before.
const Toaster = lazy(() =>
  fetchPart(() => import('#web/ui/toaster.tsx')).then((module) => ({ default: module.Toaster })),
);

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
});

function Root() {
  useLogoutListener();
  return (
    <>
      <Outlet />
      <Suspense>
        <Toaster />
      </Suspense>
    </>
  );
}
