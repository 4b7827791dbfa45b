import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { loadSession } from '#api/sessions.ts';
import { sharedReport } from '#api/shared-report.ts';
import { getSharedBriefing } from '#contract/shares.ts';
import { hashToken } from '#db/link-token.ts';
import { countShareOpened, findSharedMeeting } from '#db/queries/briefing-shares.ts';
import { readRedactedResearch } from '#db/redacted-research/redact-research.ts';
import { displayName } from '#domain/user-name.ts';

export const sharedBriefingRoute = route(getSharedBriefing, async ({ context, request, params: { token } }) => {
  const { pool, encryption } = context;
  const meeting = await findSharedMeeting(pool, hashToken(token));
  if (!meeting) throw notFound();
  // Redacted like the report in an email sent now; `sharedReport` removes anything that only the owner should see.
  const research = await readRedactedResearch(pool, encryption, meeting.meetingId);
  const { title, startTime, endTime, isAllDay, expiresAt } = meeting;
  // Views by the owner do not count.
  if ((await loadSession(context, request))?.userId !== meeting.userId) {
    await countShareOpened(pool, meeting.meetingId);
  }
  return {
    title,
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    isAllDay,
    sharedBy: displayName(meeting),
    expiresAt: expiresAt.toISOString(),
    report: research && sharedReport(research.report, research.researchedAt),
  };
});
