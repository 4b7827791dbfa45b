import type { Activity } from '#api/contract/admin.ts';
import type { WhitelistEntry } from '#api/contract/admin-whitelist.ts';
import type { SessionUser } from '#api/contract/auth.ts';
import type { CalendarIntegration } from '#api/contract/calendar.ts';
import type { Meeting } from '#api/contract/meetings.ts';
import type { ResearchItem, ResearchResult } from '#api/contract/research.ts';
import type { Profile } from '#api/contract/users.ts';
import type { ActivityRow } from '#db/queries/audit-log.ts';
import type { IntegrationRow } from '#db/queries/calendar-integrations.ts';
import type { MeetingRow } from '#db/queries/meetings.ts';
import type { ResearchPage } from '#db/queries/research-overview.ts';
import type { ListedResearch } from '#db/queries/research-results.ts';
import type { UserRow } from '#db/queries/users.ts';
import type { WhitelistEntryRow } from '#db/queries/whitelist-entries.ts';
import { fullName } from './names.ts';

type Person = Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName' | 'role'> & { emailVerified: boolean };

export function viewSessionUser(user: Person): SessionUser {
  const { id, email, role, emailVerified } = user;
  return { id, email, name: fullName(user), role, emailVerified };
}

export function viewProfile(user: UserRow): Profile {
  const { firstName, lastName, email, companyDomain, timezone, emailNotifications, emailVerifiedAt } = user;
  return {
    firstName,
    lastName,
    email,
    emailVerified: emailVerifiedAt !== null,
    companyDomain,
    timezone,
    emailNotifications,
  };
}

export function viewIntegration(row: IntegrationRow): CalendarIntegration {
  const { id, provider, accountEmail, status, syncEnabled, isSyncing, calendarName, lastSyncAt, createdAt } = row;
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
    createdAt: createdAt.toISOString(),
  };
}

export function viewMeeting(row: MeetingRow): Meeting {
  return {
    ...row,
    startTime: row.startTime.toISOString(),
    endTime: row.endTime.toISOString(),
    briefingDueAt: row.briefingDueAt?.toISOString() ?? null,
  };
}

export function viewResearchResult({ report, createdAt, ...row }: ListedResearch): ResearchResult {
  return { ...report, ...row, createdAt: createdAt.toISOString() };
}

export function viewWhitelistEntry({ expiresAt, createdAt, ...row }: WhitelistEntryRow): WhitelistEntry {
  return { ...row, expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}

export function viewActivity({ at, actor, ...row }: ActivityRow): Activity {
  return { ...row, at: at.toISOString(), actor: actor && { name: fullName(actor), email: actor.email } };
}

export function viewResearchItem(row: ResearchPage['research'][number]): ResearchItem {
  return { ...row, startTime: row.startTime.toISOString(), createdAt: row.createdAt?.toISOString() ?? null };
}
