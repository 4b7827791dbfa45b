import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useLogoutListener } from '#web/auth/use-logout-listener.ts';
import { CrashScreen } from '#web/features/errors/crash-screen.tsx';
import { NotFoundScreen } from '#web/features/errors/not-found-screen.tsx';
import type { RouterContext } from '#web/router.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
});

function Root() {
  useLogoutListener();
  return <Outlet />;
}
