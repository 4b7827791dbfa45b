import type { Activity, AuditEntry } from '#contract/admin.ts';
import type { WhitelistEntry } from '#contract/admin-whitelist.ts';
import type { SessionUser } from '#contract/auth.ts';
import type { BriefingItem, MeetingBriefing } from '#contract/briefings.ts';
import type { CalendarIntegration, ListedIntegration } from '#contract/calendar.ts';
import type { Objection } from '#contract/objections.ts';
import type { ResearchResult } from '#contract/research.ts';
import type { Profile } from '#contract/users.ts';
import type { Encryption } from '#db/encryption.ts';
import type { AuditRow } from '#db/queries/audit-log.ts';
import type { BriefingHistoryRow } from '#db/queries/briefing-history.ts';
import type { ComingMeetings, IntegrationRow, ListedIntegrationRow } from '#db/queries/calendar-integrations.ts';
import type { UserCalendarRow } from '#db/queries/calendars.ts';
import type { MeetingBriefingRow } from '#db/queries/meeting-briefings.ts';
import type { MeetingHistory } from '#db/queries/meeting-history.ts';
import type { ObjectionRow } from '#db/queries/objections.ts';
import type { ListedResearch } from '#db/queries/research-results.ts';
import type { UserRow } from '#db/queries/users.ts';
import type { WhitelistEntryRow } from '#db/queries/whitelist-entries.ts';
import { syncProblemOf } from '#domain/sync-problem.ts';
import { displayName } from '#domain/user-name.ts';

type Person = Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName' | 'role'> & { emailVerified: boolean };

type IsoDates<Row> = {
  [K in keyof Row]: Row[K] extends Date ? string : Row[K] extends Date | null ? string | null : Row[K];
};

/** Formats a row's dates as the API sends them. */
export function withIsoDates<Row extends object>(row: Row): IsoDates<Row>;
export function withIsoDates(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}

export function viewSessionUser(user: Person): SessionUser {
  const { id, email, role, emailVerified } = user;
  return { id, email, name: displayName(user), role, emailVerified };
}

export function viewProfile(user: UserRow): Profile {
  const { firstName, lastName, email, companyDomain, timezone, emailNotifications, emailVerifiedAt, mailStopped } =
    user;
  const { jobTitle, offering, meetingGoal, briefingLanguage, locale, hourCycle } = user;
  return {
    firstName,
    lastName,
    email,
    emailVerified: emailVerifiedAt !== null,
    companyDomain,
    jobTitle,
    offering,
    meetingGoal,
    timezone,
    briefingLanguage,
    locale,
    hourCycle,
    emailNotifications,
    mailStopped,
  };
}

export function viewIntegration(row: IntegrationRow): CalendarIntegration {
  const { id, provider, accountEmail, status, syncEnabled, isSyncing, calendarName, lastSyncAt, createdAt } = row;
  const { lastSyncError: errorCode } = row;
  return {
    id,
    provider,
    isActive: status === 'connected',
    calendarName: calendarName ?? accountEmail,
    accountEmail,
    syncEnabled,
    status,
    isSyncing,
    lastSyncAt: lastSyncAt?.toISOString() ?? null,
    syncProblem: syncProblemOf({ provider, status, errorCode }),
    createdAt: createdAt.toISOString(),
  };
}

/** Returns an integration with its syncs' findings. */
export function viewListedIntegration({ coming, unreadableEvents, ...row }: ListedIntegrationRow): ListedIntegration {
  const count = (groups: readonly ComingMeetings[]) => groups.reduce((sum, { meetings }) => sum + meetings, 0);
  const skipped = coming.filter(({ isBriefed }) => !isBriefed);
  const findings = {
    comingMeetings: count(coming),
    newMeetings: coming.reduce((sum, { newMeetings }) => sum + newMeetings, 0),
    briefedMeetings: count(coming) - count(skipped),
    skipped: skipped.map(({ reason, meetings }) => ({ reason: reason ?? NOT_PLANNED, meetings })),
    unreadableEvents,
  };
  return { ...viewIntegration(row), findings };
}

const NOT_PLANNED = 'No briefing is planned yet.';

export function viewUserCalendar({ id, provider, name, isPrimary, enabled, timeZone, lastSyncAt }: UserCalendarRow) {
  return withIsoDates({ id, provider, name, isPrimary, enabled, timeZone, lastSyncAt });
}

export function viewBriefing({ isUseful, wrongPersons, ...row }: BriefingHistoryRow): BriefingItem {
  return { ...withIsoDates(row), feedback: { isUseful, wrongPersons } };
}

export function viewMeetingBriefing(row: MeetingBriefingRow, history: MeetingHistory | null): MeetingBriefing {
  return {
    muted: row.isSeriesMuted ? 'series' : row.isMuted ? 'meeting' : null,
    isInSeries: row.seriesId !== null,
    leadMinutes: row.leadMinutes,
    isUseful: row.isUseful,
    delivery: row.delivery,
    previous: history && {
      meetingId: history.meetingId,
      title: history.title,
      startTime: history.start.toISOString(),
      outcome: history.outcome,
      count: history.count,
    },
  };
}

export function viewResearchResult({ report, createdAt, researchedAt, ...row }: ListedResearch): ResearchResult {
  // `remarks` is for emails only, and `shareable` for shared links only.
  const { remarks: _, shareable: __, ...visible } = report;
  return { ...visible, ...row, createdAt: createdAt.toISOString(), researchedAt: researchedAt.toISOString() };
}

export function viewWhitelistEntry({ expiresAt, createdAt, ...row }: WhitelistEntryRow): WhitelistEntry {
  return { ...row, expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}

/** Returns the address or domain, which admins need to see to maintain the list; null if it cannot be decrypted. */
export function readListed({ id, listed }: Pick<ObjectionRow, 'id' | 'listed'>, { decrypt }: Encryption) {
  try {
    return decrypt(listed, `objection:${id}`);
  } catch {
    return null; // the caller reports it or does without
  }
}

export function viewObjection(row: ObjectionRow, text: string): Objection {
  const { id, kind, reason, isOwn, requestedAt, listedByUser } = row;
  const [email, domain] = kind === 'address' ? [text, null] : [null, text];
  return { id, email, domain, reason, isOwn, createdAt: requestedAt.toISOString(), listedByUser };
}

export function viewActivity({ id, at, action, actor, subjectEmail }: AuditRow): Activity {
  return {
    id,
    at: at.toISOString(),
    action,
    actor: actor && { name: displayName(actor), email: actor.email },
    subjectEmail,
  };
}

export function viewAuditEntry(row: AuditRow): AuditEntry {
  return { ...viewActivity(row), ip: row.ip, details: row.details };
}
