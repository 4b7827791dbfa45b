import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '#web/api/channels.ts';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { Card } from '#web/ui/card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { ChannelRow } from './channel-row.tsx';

const KINDS = ['slack', 'teams'] as const;

/** Settings for briefings as Slack and Teams messages. */
export function ChannelsSection() {
  const query = useQuery(channelsQuery);
  if (query.isError && !query.data) {
    return (
      <FailedPanel
        title="Failed to load your channels"
        detail={failureDetail(query.error)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Card className="divide-y divide-line">
      <Loading waiting={query.isPending} skeleton={<Bone className="m-5 h-[102px]" />}>
        {() =>
          KINDS.map((kind) => (
            <ChannelRow key={kind} kind={kind} channel={query.data?.channels.find((each) => each.kind === kind)} />
          ))
        }
      </Loading>
    </Card>
  );
}
