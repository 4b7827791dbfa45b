import { useQuery, useQueryClient } from '@tanstack/react-query';
import { overviewQuery } from '#web/api/admin.ts';
import { factorsQuery } from '#web/api/factors.ts';
import { FactorsRow } from '#web/features/factors/factors-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';

/** Shown instead of the admin area until the administrator sets up a second factor and continues. */
export function FactorSetup() {
  const factors = useQuery(factorsQuery);
  const queryClient = useQueryClient();
  const hasFactor = factors.data && (factors.data.totp !== null || factors.data.passkeys.length > 0);
  return (
    <Page
      title="Set up your second factor"
      lead="Administrators can see other people’s data, so the admin area requires a second factor."
      width="dashboard"
    >
      <Card>
        <FactorsRow />
      </Card>
      {hasFactor && (
        <Button
          variant="primary"
          size="large"
          className="mt-6"
          onClick={() => void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey })}
        >
          Continue to the admin area
        </Button>
      )}
    </Page>
  );
}
