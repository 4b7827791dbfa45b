import { useQuery } from '@tanstack/react-query';
import { trialEligibilityQuery } from '#web/api/subscriptions.ts';

/** Checks whether to offer the trial. If the check fails, eligibility is unknown and the trial is not offered. */
export function useTrialOffer() {
  const eligibility = useQuery(trialEligibilityQuery);
  const state = eligibility.isPending ? 'checking' : (eligibility.data ?? 'unknown');
  return {
    isChecking: state === 'checking',
    isEligible: state === true,
    isUnknown: state === 'unknown',
    isRetrying: eligibility.isFetching,
    retry: () => void eligibility.refetch(),
  };
}

export type TrialOffer = ReturnType<typeof useTrialOffer>;
