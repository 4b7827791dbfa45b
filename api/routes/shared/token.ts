import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readParams } from '#api/http.ts';
import { fullName } from '#api/person-name.ts';
import { loadSession } from '#api/sessions.ts';
import { sharedReport } from '#api/shared-report.ts';
import { getSharedBriefing, type SharedReport } from '#contract/shares.ts';
import { hashToken } from '#db/link-token.ts';
import { countShareOpened, findSharedMeeting, type SharedMeeting } from '#db/queries/briefing-shares.ts';
import { readRedactedResearch } from '#db/redacted-research/redact-research.ts';

export function sharedBriefingRoute(context: ApiContext): Router {
  return Router().get(getSharedBriefing.path, async (request, response) => {
    const { token } = readParams(getSharedBriefing, request);
    const meeting = await findSharedMeeting(context.pool, hashToken(token));
    if (!meeting) throw notFound();
    const report = await readReport(context, meeting);
    const { title, startTime, endTime, isAllDay, expiresAt } = meeting;
    // Views by the owner do not count.
    if ((await loadSession(context, request))?.userId !== meeting.userId) {
      await countShareOpened(context.pool, meeting.meetingId);
    }
    answer(response, getSharedBriefing, {
      title,
      startTime: startTime.toISOString(),
      endTime: endTime.toISOString(),
      isAllDay,
      sharedBy: fullName(meeting),
      expiresAt: expiresAt.toISOString(),
      report,
    });
  });
}

/** Returns the report as a mail would show it now, minus anything only its owner should see. */
async function readReport(
  { pool, encryption }: ApiContext,
  { meetingId }: SharedMeeting,
): Promise<SharedReport | null> {
  const research = await readRedactedResearch(pool, encryption, meetingId);
  return research && sharedReport(research.report, research.researchedAt);
}
