import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { serviceQuery } from '#web/api/service.ts';
import { StandingNotice } from '#web/ui/standing-notice.tsx';

/** Shown while sync, research and briefings are down. */
export function EngineNotice() {
  const { data } = useQuery(serviceQuery);
  return (
    <StandingNotice icon={Hourglass} shown={data?.engine === 'down'}>
      Sync, research and briefings are paused right now. Your requests are saved and will run as soon as they’re back.
    </StandingNotice>
  );
}
