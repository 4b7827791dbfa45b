import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { serviceQuery } from '#web/api/service.ts';
import { StandingNotice } from '#web/ui/standing-notice.tsx';

/** Says that nothing is synced, researched or briefed for as long as that is so, and that nothing is lost by it. */
export function EngineNotice() {
  const { data } = useQuery(serviceQuery);
  return (
    <StandingNotice icon={Hourglass} shown={data?.engine === 'down'}>
      Sync, research and briefings are paused for the moment. What you ask for is kept and done as soon as they are
      back.
    </StandingNotice>
  );
}
