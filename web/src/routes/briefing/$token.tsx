import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ApiError } from '#web/api/api-error.ts';
import { sharedBriefingQuery } from '#web/api/shares.ts';
import { isLinkToken } from '#web/auth/link-token.ts';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { SharedBriefingScreen } from '#web/features/shared-briefing/shared-briefing-screen.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export const Route = createFileRoute('/briefing/$token')({ component: SharedBriefing });

function SharedBriefing() {
  const { token } = Route.useParams();
  const isWellFormed = isLinkToken(token);
  const briefing = useQuery({ ...sharedBriefingQuery(token), enabled: isWellFormed });
  if (briefing.data) return <SharedBriefingScreen shared={briefing.data} />;
  if (!isWellFormed || (briefing.error instanceof ApiError && briefing.error.status === 404)) {
    return (
      <AuthLayout
        key="ended"
        title="This link no longer works"
        lead="Links to briefings work for seven days and can be revoked sooner. Ask whoever shared it for a new one."
      >
        {null}
      </AuthLayout>
    );
  }
  if (briefing.error) {
    return (
      <AuthLayout key="failed" title="We couldn’t load the briefing">
        <div className="flex flex-col gap-4">
          <FormError>{failureText(briefing.error)}</FormError>
          <Button size="large" busy={briefing.isFetching} onClick={() => void briefing.refetch()}>
            Retry
          </Button>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Opening the briefing">
      <output className="flex items-center gap-2 text-md text-ink2">
        <Spinner /> One moment...
      </output>
    </AuthLayout>
  );
}
