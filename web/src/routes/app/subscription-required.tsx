import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { subscriptionQuery } from '#web/api/subscriptions.ts';
import { opensApp } from '#web/auth/subscription-gate.ts';
import { SubscriptionRequired } from '#web/features/subscription-required/subscription-required.tsx';

export const Route = createFileRoute('/app/subscription-required')({ component: Screen });

function Screen() {
  const subscription = useQuery(subscriptionQuery);
  const navigate = useNavigate();
  const isOpen = subscription.isSuccess && opensApp(subscription.data);
  useEffect(() => {
    if (isOpen) navigate({ to: '/app', replace: true }).catch(reportError);
  }, [isOpen, navigate]);
  return (
    <SubscriptionRequired
      subscription={subscription.data ?? null}
      failure={subscription.error}
      isChecking={subscription.isFetching}
      onRetry={() => void subscription.refetch()}
    />
  );
}
