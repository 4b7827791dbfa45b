import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Meeting } from '#contract/meetings.ts';
import type { BriefingShare } from '#contract/shares.ts';
import { deleteShare, postShare, shareQuery } from '#web/api/shares.ts';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { agoText, momentText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { notify } from '#web/ui/notify.ts';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; meeting: Meeting };

/** Creates a link to a briefing and shows it once. Later shows how often it was opened, and replaces or revokes it. */
export function ShareDialog({ open, onOpenChange, meeting }: Props) {
  const query = useQuery({ ...shareQuery(meeting.id), enabled: open });
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const renew = () => queryClient.invalidateQueries({ queryKey: shareQuery(meeting.id).queryKey });
  const creation = useMutation({
    mutationFn: () => postShare(meeting.id),
    onSuccess: renew,
    onError: (error) => reportFailure(error, 'Failed to create the link'),
  });
  const ending = useMutation({
    mutationFn: () => deleteShare(meeting.id),
    onSuccess: async () => {
      creation.reset();
      notify({ tone: 'success', title: 'Link revoked', durationMs: 3000 });
      await renew();
    },
    onError: (error) => reportFailure(error, 'Failed to revoke the link'),
  });
  const url = creation.data?.url;
  const isShared = query.data !== undefined && query.data !== null;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        // The link is shown only once.
        if (!isOpen) creation.reset();
        onOpenChange(isOpen);
      }}
      title="Share this briefing"
      description="Anyone with the link can read what was found about your guests and their companies, for 7 days. Your notes and our suggestions stay private."
      footer={
        <>
          {isShared && (
            <Button variant="danger" busy={ending.isPending} onClick={() => ending.mutate()}>
              Revoke link
            </Button>
          )}
          {url === undefined ? (
            <Button
              variant="primary"
              busy={creation.isPending}
              disabled={query.data === undefined}
              onClick={() => creation.mutate()}
            >
              {isShared ? 'Replace link' : 'Create link'}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => void copyText(url, 'Link copied')}>
              Copy link
            </Button>
          )}
        </>
      }
    >
      {query.isError && !query.data ? (
        <FailedPanel
          title="Failed to load the link"
          detail={failureDetail(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading waiting={query.isPending} skeleton={<Bone className="h-10" />}>
          {() => (
            <div className="flex flex-col gap-3">
              {url !== undefined && (
                <p className="rounded-md border border-line bg-sunken p-3 font-mono text-sm wrap-anywhere select-all">
                  {url}
                </p>
              )}
              <p className="text-sm text-ink2">
                <Standing share={query.data ?? null} isNew={url !== undefined} />
              </p>
            </div>
          )}
        </Loading>
      )}
    </Dialog>
  );
}

function Standing({ share, isNew }: { share: BriefingShare | null; isNew: boolean }) {
  const timeZone = useTimeZone();
  const nowMs = useNow();
  if (share === null) return 'This briefing is not shared.';
  const { opens, expiresAt, lastOpenedAt } = share;
  const until = `Works until ${momentText(expiresAt, timeZone)}.`;
  if (isNew) return `${until} Copy it now: we won’t show it again.`;
  if (lastOpenedAt === null) return `${until} Not opened yet. We can’t show this link again; a new one replaces it.`;
  const times = opens === 1 ? 'once' : `${opens} times`;
  return `${until} Opened ${times}, last ${agoText(lastOpenedAt, nowMs)}. We can’t show this link again; a new one replaces it.`;
}
