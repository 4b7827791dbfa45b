import type { FragmentSqlToken } from 'slonik';
import {
  exportedAccount,
  exportedActivity,
  exportedMail,
  exportedMeeting,
  exportedResearch,
  exportedUsage,
} from '#contract/account.ts';
import { type Connection, sql } from '#db/sql.ts';

/**
 * Returns the data of an account; null if there is no such user. Lists all columns explicitly, so that no secret slips
 * in.
 */
export async function findExportedAccount(connection: Connection, userId: string) {
  return await connection.maybeOne(sql.type(exportedAccount)`
    select
      jsonb_build_object(
        'id', users.id, 'email', users.email, 'emailVerifiedAt', ${iso(sql.fragment`users.email_verified_at`)},
        'firstName', first_name, 'lastName', last_name, 'companyDomain', company_domain, 'timezone', timezone,
        'jobTitle', job_title, 'offering', offering, 'meetingGoal', meeting_goal, 'briefingLanguage', briefing_language,
        'locale', locale, 'hourCycle', hour_cycle,
        'emailNotifications', email_notifications, 'role', role,
        'mailStopped', (select reason from mail_suppressions where address = users.email and lifted_at is null),
        'createdAt', ${iso(sql.fragment`users.created_at`)}
      ) as profile,
      jsonb_build_object(
        'leadMinutes', lead_minutes, 'digest', briefing_digest, 'paused', briefings_paused,
        'quietHours', case when quiet_hours_start is not null then
          jsonb_build_object('start', quiet_hours_start, 'end', quiet_hours_end) end
      ) as "briefingPreferences",
      ${list(sql.fragment`
        select provider, email, subject, scopes, ${iso(sql.fragment`created_at`)} as "createdAt"
        from identities where user_id = users.id order by identities.created_at
      `)} as "signIns",
      ${list(sql.fragment`
        select user_agent as "userAgent", ${iso(sql.fragment`created_at`)} as "createdAt",
          ${iso(sql.fragment`last_seen_at`)} as "lastSeenAt", ${iso(sql.fragment`expires_at`)} as "expiresAt"
        from sessions where user_id = users.id order by sessions.created_at
      `)} as sessions,
      ${list(sql.fragment`
        select name, ${iso(sql.fragment`first_seen_at`)} as "firstSeenAt", ${iso(sql.fragment`last_seen_at`)} as "lastSeenAt"
        from known_devices where user_id = users.id order by known_devices.first_seen_at, name
      `)} as "knownDevices",
      ${list(sql.fragment`
        select 'totp' as kind, null as name, ${iso(sql.fragment`created_at`)} as "createdAt",
          ${iso(sql.fragment`last_used_at`)} as "lastUsedAt"
        from totp_factors where user_id = users.id and confirmed_at is not null
        union all
        select 'passkey', name, ${iso(sql.fragment`created_at`)}, ${iso(sql.fragment`last_used_at`)}
        from passkeys where user_id = users.id
        union all
        select 'recoveryCode', null, ${iso(sql.fragment`created_at`)}, ${iso(sql.fragment`used_at`)}
        from recovery_codes where user_id = users.id
      `)} as factors,
      ${list(sql.fragment`
        select name, scopes, ${iso(sql.fragment`created_at`)} as "createdAt", ${iso(sql.fragment`expires_at`)} as "expiresAt",
          ${iso(sql.fragment`last_used_at`)} as "lastUsedAt"
        from access_tokens where user_id = users.id order by access_tokens.created_at, id
      `)} as "accessTokens",
      ${list(sql.fragment`
        select meeting_id as "meetingId", ${iso(sql.fragment`created_at`)} as "createdAt", ${iso(sql.fragment`expires_at`)} as "expiresAt",
          opens, ${iso(sql.fragment`last_opened_at`)} as "lastOpenedAt"
        from briefing_shares where user_id = users.id and expires_at > now() order by briefing_shares.created_at, meeting_id
      `)} as "sharedBriefings",
      ${list(sql.fragment`
        select url, events, ${iso(sql.fragment`created_at`)} as "createdAt", ${iso(sql.fragment`stopped_at`)} as "stoppedAt"
        from outgoing_webhooks where user_id = users.id order by outgoing_webhooks.created_at, id
      `)} as webhooks,
      ${list(sql.fragment`
        select substring(endpoint from '^https?://([^/:]+)') as host, ${iso(sql.fragment`created_at`)} as "createdAt"
        from push_subscriptions where user_id = users.id order by push_subscriptions.created_at, id
      `)} as "pushSubscriptions",
      ${list(sql.fragment`
        select kind, hint, enabled, replaces_mail as "insteadOfMail", ${iso(sql.fragment`created_at`)} as "createdAt",
          ${iso(sql.fragment`stopped_at`)} as "stoppedAt"
        from channels where user_id = users.id order by kind
      `)} as channels,
      ${list(sql.fragment`
        select provider, account_email as "accountEmail", status, sync_enabled as "syncEnabled",
          ${iso(sql.fragment`last_sync_at`)} as "lastSyncAt", ${iso(sql.fragment`created_at`)} as "createdAt",
          ${list(sql.fragment`
            select name, is_primary as "isPrimary", time_zone as "timeZone", enabled
            from calendars where integration_id = calendar_integrations.id order by created_at, id
          `)} as calendars
        from calendar_integrations where user_id = users.id order by provider
      `)} as "calendarAccounts",
      array(select domain from domain_exclusions where user_id = users.id order by domain) as "excludedDomains",
      ${list(sql.fragment`
        select meeting_id as "meetingId", series_id as "seriesId", ${iso(sql.fragment`created_at`)} as "createdAt"
        from muted_meetings where user_id = users.id order by id
      `)} as "mutedMeetings",
      ${list(sql.fragment`
        select email, chosen_url as "chosenUrl", rejected_urls as "rejectedUrls", ${iso(sql.fragment`answered_at`)} as "answeredAt"
        from person_answers where user_id = users.id order by email
      `)} as "personAnswers",
      ${list(sql.fragment`
        select meeting_id as "meetingId", statement, urls, ${iso(sql.fragment`created_at`)} as "createdAt"
        from wrong_facts where user_id = users.id order by id
      `)} as "wrongFacts",
      ${list(sql.fragment`
        select domain, suggestion, sources, ${iso(sql.fragment`created_at`)} as "createdAt"
        from offering_suggestions where user_id = users.id and suggestion is not null order by id
      `)} as "offeringSuggestions",
      (
        select jsonb_build_object(
          'plan', plan, 'status', status, 'trialEndsAt', ${iso(sql.fragment`trial_ends_at`)},
          'currentPeriodStart', ${iso(sql.fragment`current_period_start`)},
          'currentPeriodEnd', ${iso(sql.fragment`current_period_end`)}, 'cancelAtPeriodEnd', cancel_at_period_end
        ) from subscriptions where user_id = users.id
      ) as subscription,
      (
        select jsonb_build_object(
          'reason', reason, 'expiresAt', ${iso(sql.fragment`expires_at`)}, 'createdAt', ${iso(sql.fragment`created_at`)}
        ) from whitelist_entries where email = users.email
      ) as "whitelistEntry",
      (
        select jsonb_build_object(
          'requestedAt', ${iso(sql.fragment`requested_at`)}, 'confirmedAt', ${iso(sql.fragment`confirmed_at`)}
        ) from newsletter_subscriptions where email = users.email
      ) as newsletter
    from users where id = ${userId}
  `);
}

export async function listExportedMeetings(connection: Connection, userId: string) {
  return await connection.any(sql.type(exportedMeeting)`
    select id, title, description, ${iso(sql.fragment`start_time`)} as "startTime", ${iso(sql.fragment`end_time`)} as "endTime",
      is_all_day as "isAllDay", time_zone as "timeZone", location, meeting_url as "meetingUrl", documents,
      organizer_email as "organizerEmail", meeting_type as "meetingType", status, user_response as "userResponse", goal, outcome,
      ${list(sql.fragment`
        select email, name, response_status as "responseStatus" from attendees where meeting_id = meetings.id order by email
      `)} as attendees,
      research_state as "researchState", briefing_state as "briefingState",
      ${iso(sql.fragment`briefing_sent_at`)} as "briefingSentAt", ${iso(sql.fragment`created_at`)} as "createdAt"
    from meetings where user_id = ${userId} order by start_time, id
  `);
}

export async function listExportedResearch(connection: Connection, userId: string) {
  return await connection.any(sql.type(exportedResearch)`
    select id, meeting_id as "meetingId", quality_score as "qualityScore", confidence, report,
      raw_response as "rawResponse", ${iso(sql.fragment`created_at`)} as "createdAt"
    from research_results where user_id = ${userId} order by research_results.created_at, id
  `);
}

export async function listExportedMails(connection: Connection, userId: string) {
  // Inquiries are sent without a session, perhaps before sign-up; the verified address shows whose they are.
  const isInquiry = sql.fragment`(
    emails.kind = 'contact' and lower(data ->> 'email') = (select email from users where id = ${userId})
  )`;
  return await connection.any(sql.type(exportedMail)`
    select emails.kind, to_address as "to", state, ${iso(sql.fragment`emails.created_at`)} as "createdAt",
      ${iso(sql.fragment`sent_at`)} as "sentAt",
      case when emails.kind <> 'digest' then briefed -> 0 end as briefing,
      case when emails.kind = 'digest' then briefed else '[]' end as briefings,
      case when ${isInquiry} then jsonb_build_object(
        'name', data ->> 'name', 'phone', data ->> 'phone', 'inquiryType', data ->> 'inquiryType', 'message', data ->> 'message'
      ) end as inquiry
    from emails
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('meetingId', meeting_id, 'feedback', ${list(sql.fragment`
        select action, target, reason, ${iso(sql.fragment`created_at`)} as "createdAt"
        from briefing_feedback where briefing_id = briefings.id order by id
      `)}) order by meeting_start, meeting_id), '[]') as briefed
      from briefings where email_id = emails.id
    ) as told
    where emails.user_id = ${userId} or ${isInquiry} order by emails.created_at, emails.id
  `);
}

export async function listExportedUsage(connection: Connection, userId: string) {
  return await connection.any(sql.type(exportedUsage)`
    select kind, reference, state, ${iso(sql.fragment`created_at`)} as "createdAt"
    from usage_entries where user_id = ${userId} order by usage_entries.created_at, id
  `);
}

export async function listExportedActivity(connection: Connection, userId: string) {
  return await connection.any(sql.type(exportedActivity)`
    select ${iso(sql.fragment`at`)} as at, action, actor_user_id is not distinct from ${userId} as "isOwn",
      case when actor_user_id = ${userId} then ip end as ip
    from audit_log where actor_user_id = ${userId} or subject = ${`user:${userId}`}
    order by audit_log.at, id
  `);
}

/** Returns an instant in the API's format: ISO 8601 in UTC, with milliseconds. */
function iso(column: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Returns a query's rows as one JSON array. */
function list(query: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`coalesce((select jsonb_agg(to_jsonb(listed)) from (${query}) as listed), '[]')`;
}
