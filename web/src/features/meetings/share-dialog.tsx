import { useQuery } from '@tanstack/react-query';
import type { BriefingShare } from '#contract/shares.ts';
import { deleteShare, postShare, shareQuery } from '#web/api/shares.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { agoText, momentText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Bone } from '#web/ui/skeleton.tsx';

/** Creates a link to a briefing and shows it once. Later shows how often it was opened, and replaces or revokes it. */
export function ShareDialog({ meetingId, onClose }: { meetingId: string; onClose: () => void }) {
  const query = useQuery(shareQuery(meetingId));
  const stale = [shareQuery(meetingId).queryKey];
  const creation = useAction({ run: () => postShare(meetingId), failure: 'Failed to create the link', stale });
  const ending = useAction({
    run: () => deleteShare(meetingId),
    success: 'Link revoked',
    failure: 'Failed to revoke the link',
    onDone: creation.reset,
    stale,
  });
  const url = creation.data?.url;
  const isShared = query.data !== undefined && query.data !== null;
  return (
    <Dialog
      onClose={onClose}
      isShownOnce={url !== undefined}
      title="Share this briefing"
      description="For 7 days, anyone with the link can see the meeting’s title and time, your name, and what we found about the guests and their companies. Your notes and our suggestions stay private."
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
      <QueryPanel query={query} failure="Failed to load the link" skeleton={<Bone className="h-10" />}>
        {(share) => (
          <div className="flex flex-col gap-3">
            {url !== undefined && (
              <p className="rounded-md border border-line bg-sunken p-3 font-mono text-sm wrap-anywhere select-all">
                {url}
              </p>
            )}
            <p className="text-sm text-ink2">
              <Standing share={share} isNew={url !== undefined} />
            </p>
          </div>
        )}
      </QueryPanel>
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
