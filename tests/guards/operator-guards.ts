import { type Guard, guardsOf } from './guard.ts';

const HANGING = 'tests/workflows/hanging-vendor.test.ts';
const DISPATCHER = 'tests/api/dispatcher.test.ts';
const POISON = 'tests/workflows/poison-rows.test.ts';
const OWN_SESSIONS = 'tests/api/routes/users/sessions.test.ts';
const AUDIT = 'tests/security/audit.test.ts';
const OBJECTION = 'tests/workers/activities/objection.test.ts';
const JOURNAL = 'tests/ops/commands/replay-journal.test.ts';
const BACKUP = 'tests/ops/commands/backup.test.ts';
const DAILY_CAPS = 'tests/workflows/meeting-daily-caps.test.ts';
const CADDYFILE = 'tests/ops/caddyfile.test.ts';

/** Operations: the gateway, pools, queues, backups and logs. */
export const operatorGuards: Guard[] = [
  ...guardsOf(35, CADDYFILE, {
    "the Web UI never receives the gateway's login": {
      file: 'ops/gateway/Caddyfile',
      text: '		header_up -Authorization\n',
      test: 'attack 35: strips the login, so that the Web UI still makes its own CSRF check',
    },
    'pages of other origins cannot change anything in the Web UI': {
      file: 'ops/gateway/Caddyfile',
      text: '	respond @otherOrigin 403\n',
      test: 'attack 35: refuses writes from another origin',
    },
    'pages of other sites cannot change anything in the Web UI': {
      file: 'ops/gateway/Caddyfile',
      text: '	respond @otherSite 403\n',
      test: 'attack 35: refuses writes from another site',
    },
  }),
  ...guardsOf(43, HANGING, {
    "no connection is held during a vendor's token request": {
      file: 'workers/calendar/access-token.ts',
      text: 'const tokens = await provider.refresh(encryption.decrypt(used, owner), signal);',
      without:
        'const tokens = await pool.transaction(() => provider.refresh(encryption.decrypt(used, owner), signal));',
      test: 'attack 43: an Outlook meeting is briefed in time while Google’s token endpoint hangs',
    },
    "one vendor's calendars do not take another's slots": {
      file: 'workflows/names.ts',
      text: "microsoft: QUEUES['sync-microsoft'] }",
      without: 'microsoft: QUEUES.sync }',
      test: 'attack 43: an Outlook meeting is briefed in time while Google’s token endpoint hangs',
    },
  }),
  ...guardsOf(43, 'tests/db/pool.test.ts', {
    'waiting for a connection has a limit': {
      file: 'db/pool.ts',
      text: 'isLate = true;',
      without: 'return;',
      test: 'attack 43: a call that waits too long for a connection is rejected and never runs',
    },
  }),
  ...guardsOf(44, DISPATCHER, {
    'an unknown message does not block others': {
      file: 'db/queries/outbox.ts',
      text: 'message: z.unknown().transform((message) => outboxMessage.safeParse(message).data ?? null),',
      without: 'message: outboxMessage.nullable(),',
      test: 'attack 44: reports a message of unknown kind',
    },
    'operators see unknown messages': {
      file: 'api/dispatcher.ts',
      text: '({ id, error: UNREADABLE })',
      without: "({ id, error: 'unknown' })",
      test: 'attack 44: reports a message of unknown kind',
    },
    'thousands of unknown messages do not block others': {
      file: 'db/queries/outbox.ts',
      text: 'case failure.error when ${UNREADABLE} then 30 else power(2, least(attempts, 3)) end',
      without: 'case failure.error when ${UNREADABLE} then 0 else power(2, least(attempts, 3)) end',
      test: 'attack 44: delivers a message behind thousands of unreadable ones',
    },
  }),
  ...guardsOf(44, POISON, {
    'an email of unknown kind is not taken for another': {
      file: 'db/queries/emails.ts',
      text: '  kind: emailKind,\n',
      without: "  kind: emailKind.catch('verify-email'),\n",
      test: 'attack 44: an email of unknown kind waits',
    },
    'operators see workflows of unknown type': {
      file: 'api/engine-metrics.ts',
      text: "'TemporalReportedProblems IS NOT NULL'",
      without: "'NeedsOperator = true'",
      test: 'attack 44: a workflow of unknown type is reported',
    },
  }),
  ...guardsOf(44, 'tests/db/outbox.test.ts', {
    'deferred messages are looked up by index': {
      file: 'db/queries/outbox.ts',
      text: '(select max(next_attempt_at) from outbox as other where other.workflow = outbox.workflow) <= now()',
      without:
        'not exists (select from outbox as other where other.workflow = outbox.workflow and other.next_attempt_at > now() offset 0)',
      test: 'attack 44: thousands of messages are listed in few passes',
    },
  }),
  ...guardsOf(45, POISON, {
    'failures from unreadable rows count towards the alert': {
      file: 'workers/metrics.ts',
      text: 'if (code === UNEXPECTED) unexpected.add(1, { activity });',
      test: 'attack 45: unreadable research blocks only its own meeting',
    },
    'a corrupt email is not sent': {
      file: 'workers/emails/account.ts',
      text: 'accountData.parse(data)',
      without: "{ name: '', ...accountData.partial().parse(data) }",
      test: 'attack 45: a corrupt email is reported',
    },
    'a corrupt email is tried again': {
      file: 'workers/activities/failure.ts',
      text: "type: 'unexpected' }",
      without: "type: 'unexpected', nonRetryable: true }",
      test: 'attack 45: a corrupt email is reported',
    },
    'an unreadable earlier report does not hold up a briefing': {
      file: 'workers/briefings/unless-unreadable.ts',
      text: 'if (!(error instanceof SchemaValidationError)) throw error;',
      without: 'if (!(error instanceof SchemaValidationError) || error) throw error;',
      test: 'attack 45: a briefing is sent without an unreadable earlier report',
    },
    'an unreadable earlier report counts towards the alert': {
      file: 'workers/briefings/unless-unreadable.ts',
      text: "meters.countFailure(activity, 'core', null, 'unexpected');",
      without: 'void meters;',
      test: 'attack 45: a briefing is sent without an unreadable earlier report',
    },
  }),
  ...guardsOf(45, 'tests/api/unreadable.test.ts', {
    'an unreadable meeting does not hide the others': {
      file: 'db/queries/meetings.ts',
      text: 'item: orNull(meeting)',
      without: 'item: meeting',
      test: 'attack 45: lists skip and report rows',
    },
    'an unreadable briefing does not hide the others': {
      file: 'db/queries/briefing-history.ts',
      text: 'historyRow.safeParse(row).data ?? null',
      without: 'historyRow.parse(row)',
      test: 'attack 45: lists skip and report rows',
    },
    'an unreadable report does not hide the others': {
      file: 'db/queries/research-overview.ts',
      text: 'storedItem.safeParse(row).data ?? null',
      without: 'storedItem.parse(row)',
      test: 'attack 45: lists skip and report rows',
    },
    'rows left out of lists count towards the alert': {
      file: 'api/readable.ts',
      text: 'unreadable.add(ids.length);',
      test: 'attack 45: lists skip and report rows',
    },
    'an unreadable objection does not hide the others': {
      file: 'api/views.ts',
      text: 'return null; // the caller reports it or does without',
      without: 'throw new Error();',
      test: 'attack 45: an unreadable objection',
    },
  }),
  ...guardsOf(45, 'tests/workflows/sync-calendar.test.ts', {
    "an unreadable calendar does not affect the account's others": {
      file: 'db/queries/calendars.ts',
      text: 'calendarRow.safeParse(row).data',
      without: 'calendarRow.parse(row)',
      test: 'attack 45: a corrupt calendar row',
    },
  }),
  ...guardsOf(45, OBJECTION, {
    'an objection continues past a user it fails for': {
      file: 'workers/activities/each-user.ts',
      text: 'failures.push({ userId, error });',
      without: 'throw error;',
      test: 'attack 45: an objection that fails for one user applies to all others, and to that user once fixed',
    },
    'users of later batches do not wait for one that fails': {
      file: 'workers/activities/objection.ts',
      text: '} while (failures.length > 0 && next !== null && Date.now() < endsAt);',
      without: '} while (failures.length > 0 && next === undefined && Date.now() < endsAt);',
      test: 'attack 45: an objection that fails for one user applies to all others, and to that user once fixed',
    },
    'an unreadable report on a guest who objected is emptied': {
      file: 'workers/activities/objection.ts',
      text: 'return EMPTIED_REPORT;',
      without: 'throw error;',
      test: 'attack 45: a report that lacks a field is emptied, and the objection takes effect for everyone',
    },
    'guests that are not a list do not stop an objection': {
      file: 'db/queries/objected-research.ts',
      text: "'$.guests[*].email'",
      without: "'strict $.guests[*].email'",
      test: 'attack 45: a report that has no list of guests is emptied',
    },
    'a report without readable sections is searched everywhere': {
      file: 'db/queries/objected-research.ts',
      text: 'or (${hasSections} is not true and',
      without: 'or (${hasSections} is not true and false and',
      test: 'attack 45: a report that identifies its guests in another way is emptied',
    },
  }),
  ...guardsOf(45, 'tests/workflows/send-digests.test.ts', {
    'an unreadable meeting does not hold up a digest': {
      file: 'workers/briefings/unless-unreadable.ts',
      text: 'if (!(error instanceof SchemaValidationError)) throw error;',
      without: 'if (!(error instanceof SchemaValidationError) || error) throw error;',
      test: 'attack 45: leaves unreadable meetings to their own emails and counts the failures',
    },
    'a digest that cannot be queued counts towards the alert': {
      file: 'workers/activities/digest.ts',
      text: "meters.countFailure('claimDigests', 'core', null, 'unexpected');",
      without: 'void meters;',
      test: 'attack 45: counts a digest that could not be queued, and queues it on the next run',
    },
  }),
  ...guardsOf(46, 'tests/workflows/delete-account.test.ts', {
    'operators see a stuck deletion': {
      file: 'workflows/delete-account.ts',
      text: '      upsertSearchAttributes([{ key: searchAttributes.needsOperator, value: true }]);\n',
      test: 'attack 46: asks for an operator while the payment provider is down',
    },
  }),
  ...guardsOf(46, 'tests/api/deletion-figures.test.ts', {
    'operators see a deletion without a workflow': {
      file: 'db/queries/account-deletion.ts',
      text: '(select min(deletion_requested_at) from users where deletion_requested_at is not null)',
      without: 'null',
      test: 'attack 46: metrics show the age of a deletion',
    },
    'operators see an address that a deletion left behind': {
      file: 'db/queries/account-deletion.ts',
      text: '(select min(created_at) from emails where ${isUnfinished})',
      without: 'null',
      test: 'attack 46: metrics show the age of a deletion',
    },
  }),
  ...guardsOf(46, 'tests/workflows/upkeep.test.ts', {
    'lost deletions are restarted': {
      file: 'workers/activities/upkeep.ts',
      text: 'let repaired = after === null ? await restartDeletions() : 0;',
      without: 'let repaired = after === null ? restartDeletions.length : 0;',
      test: 'attack 46: a deletion whose workflow was lost',
    },
  }),
  ...guardsOf(47, 'tests/security/rate-limits.test.ts', {
    'a restore makes every browser unknown': {
      file: 'db/queries/ways-in.ts',
      text: 'access_version + ${RESTORE_STEP}`',
      without: 'access_version + ${RESTORE_STEP - RESTORE_STEP}`',
      test: 'attack 47: a browser forgotten since the backup stays unknown after a restore',
    },
  }),
  ...guardsOf(47, JOURNAL, {
    'after a restore, an account is found by the address it moved away from': {
      file: 'ops/commands/replay-journal.ts',
      text: 'if (user.email !== email) {',
      without: 'if (user.email === email) {',
      test: 'attack 47: finds an account by its old address',
    },
    'a restore voids every session and link': {
      file: 'ops/commands/replay-journal.ts',
      text: 'sessions: await pool.transaction(endEverySession),',
      without: 'sessions: endEverySession.length,',
      test: 'attack 47: ends every session, emailed link and share link',
    },
    'an address whose password was replaced accepts no more sign-ups': {
      file: 'ops/commands/replay-journal.ts',
      text: 'await updateEmailVerified(transaction, {',
      without: 'void ({',
      test: 'attack 47: rejects a new sign-up for an address whose owner has reset the password',
    },
    'replaced passwords are journalled': {
      file: 'db/queries/ways-in.ts',
      text: 'if (password || providers)',
      without: 'if (password && !password)',
      test: 'attack 47: rejects a replaced password and its used reset link',
    },
    'ended sessions are journalled': {
      file: 'db/queries/ways-in.ts',
      text: 'else await journalRevocation(transaction, userId);',
      without: 'void journalRevocation;',
      test: 'attack 47: records every revocation, so the API refuses to start on an older backup',
    },
    'a revoked token is journalled': {
      file: 'db/queries/access-tokens.ts',
      text: 'if (rowCount === 1) await journalRevocation(transaction, userId);',
      without: 'void journalRevocation;',
      test: 'attack 47: records every revocation, so the API refuses to start on an older backup',
    },
    'an ended share is journalled': {
      file: 'db/queries/briefing-shares.ts',
      text: 'if (rowCount === 1) await journalRevocation(transaction, userId);',
      without: 'void journalRevocation;',
      test: 'attack 47: records every revocation, so the API refuses to start on an older backup',
    },
    'closed accounts are journalled': {
      file: 'db/close-account.ts',
      text: "  await insertJournalEntry(transaction, { kind: 'account-closed', account: hashAccount(userId) });\n",
      without: '  void [hashAccount, insertJournalEntry];\n',
      test: 'attack 47: keeps a closed account closed and does not notify its user again',
    },
    'stopped addresses are journalled': {
      file: 'api/routes/webhooks/ses.ts',
      text: 'await insertJournalEntry(transaction, entry);',
      without: 'void [insertJournalEntry, entry];',
      test: 'attack 47: keeps emails stopped unless the user has turned them back on',
    },
    'second factors are journalled': {
      file: 'db/queries/factors.ts',
      text: "await insertJournalEntry(transaction, { kind: 'factors-changed', account: hashAccount(userId), factors });",
      without: 'void [insertJournalEntry, hashAccount, factors];',
      test: 'attack 47: keeps an added second factor, with its used recovery code still void',
    },
    'a change is acknowledged once its journal entry is written': {
      file: 'db/journal.ts',
      text: 'if (isJournalled) await keepEntries({ transaction: begin }, folder);',
      without: 'void isJournalled;',
      test: 'attack 47: doesn’t acknowledge a change until its entry is written, and catches up later',
    },
    'a restored database is not served before the journal is replayed': {
      file: 'api/journal.ts',
      text: 'await requireReplayed(pool, folder);',
      without: 'void requireReplayed;',
      test: 'attack 47: keeps the API from starting until the journal is replayed',
    },
    'no worker works on a restored database before the journal is replayed': {
      file: 'workers/worker.ts',
      text: 'await requireReplayed(context.pool, config.JOURNAL_DIR);',
      without: 'void requireReplayed;',
      test: 'attack 47: keeps a worker waiting until the journal is replayed',
    },
    'addresses removed from the whitelist are journalled': {
      file: 'api/routes/admin/whitelist/id.ts',
      text: "await insertJournalEntry(transaction, { kind: 'whitelist-removed', entryId: id });",
      without: 'void insertJournalEntry;',
      test: 'attack 47: keeps an address off the whitelist',
    },
    'deleted manual meetings are journalled': {
      file: 'db/delete-manual-meeting.ts',
      text: "  await insertJournalEntry(transaction, { kind: 'meeting-deleted', account: hashAccount(userId), meetingId });\n",
      without: '  void [insertJournalEntry, hashAccount];\n',
      test: 'attack 47: keeps a manual meeting deleted',
    },
    'addresses whose data a deletion erases are journalled': {
      file: 'db/queries/account-deletion.ts',
      text: "  await insertJournalEntry(transaction, { kind: 'address-erased', address: encrypt(email, JOURNAL) });\n",
      without: '  void [insertJournalEntry, encrypt, JOURNAL];\n',
      test: 'attack 47: repeats a deletion’s erasure of data stored by email address',
    },
    'a deleted account’s address stays with the account that moved to it': {
      file: 'ops/commands/replay-journal.ts',
      text: 'await freeClosedAddress(transaction, email);',
      without: 'void freeClosedAddress;',
      test: 'attack 47: leaves a deleted account’s address with the account that has since taken it',
    },
    'deleted webhooks are journalled': {
      file: 'db/queries/outgoing-webhooks.ts',
      text: "    await insertJournalEntry(transaction, { kind: 'webhook-deleted', account: hashAccount(userId), webhookId: id });\n",
      without: '    void [insertJournalEntry, hashAccount];\n',
      test: 'attack 47: records every revocation, so the API refuses to start on an older backup',
    },
    'deleted channels are journalled': {
      file: 'db/queries/channels.ts',
      text: "  for (const { id } of ids) await insertJournalEntry(transaction, { kind: 'channel-deleted', account, channelId: id });\n",
      without: '  void [insertJournalEntry, account];\n',
      test: 'attack 47: records every revocation, so the API refuses to start on an older backup',
    },
    'deleted channels are deleted again': {
      file: 'ops/commands/replay-journal.ts',
      text: '      await deleteChannelById(transaction, { userId: user.id, id: entry.channelId });\n',
      without: '      void deleteChannelById;\n',
      test: 'attack 47: keeps a deleted channel deleted and stops the others',
    },
    'ended push messages are journalled': {
      file: 'db/queries/push-subscriptions.ts',
      text: '  if (rowCount === 1) await journalRevocation(transaction, userId);\n',
      without: '  void rowCount;\n',
      test: 'attack 47: records every revocation, so the API refuses to start on an older backup',
    },
    'deleted webhooks are deleted again': {
      file: 'ops/commands/replay-journal.ts',
      text: '      await deleteOutgoingWebhook(transaction, { userId: user.id, id: entry.webhookId });\n',
      without: '      void deleteOutgoingWebhook;\n',
      test: 'attack 47: keeps a deleted webhook deleted and stops the others',
    },
    'pauses, exclusions and opt-outs are journalled': {
      file: 'db/queries/journal-entries.ts',
      text: '  await insertJournalEntry(transaction, { kind, account: hashAccount(userId), stop });\n',
      without: '  void [transaction, kind, userId, stop];\n',
      test: 'attack 47: keeps briefings, calendars, domains and meetings stopped or resumed, as the user left them',
    },
  }),
  ...guardsOf(47, 'tests/ops/commands/replay-journal.test.ts', {
    'an empty or different journal is refused': {
      file: 'db/journal.ts',
      text: '  await requireOwnJournal(pool, folder, entries);\n',
      test: 'attack 47: is refused if it lacks entries, unless --lost is passed',
    },
  }),
  ...guardsOf(47, 'tests/api/journal.test.ts', {
    'a restore under a running process ends it': {
      file: 'db/journal.ts',
      text: '    if (gone !== undefined)\n',
      without: '    if (gone !== undefined && gone !== seen)\n',
      test: 'attack 47: the journal reports that its database was restored to an earlier state',
    },
    'emails sent before a restore are marked before anything starts': {
      file: 'db/journal.ts',
      text: 'if (unseen.length === 0) return await requireSettled(pool);',
      without: 'if (unseen.length === 0) return;',
      test: 'attack 47: the journal refuses a restored database until the restore is recorded',
    },
    'a restore that was recorded between two checks ends a running process': {
      file: 'db/journal.ts',
      text: 'if (name !== first.name)',
      without: 'if (first.name === undefined)',
      test: 'attack 47: a running process notices a restore even if it was recorded between two checks',
    },
  }),
  ...guardsOf(47, 'tests/db/journal.test.ts', {
    'an entry that is only partly written is not acknowledged': {
      file: 'db/journal.ts',
      text: 'file.appendFile(`${text}\\n`)',
      without: 'file.write(`${text}\\n`)',
      test: 'attack 47: an entry that only partly fits on the disk is not marked as kept and is written again',
    },
  }),
  ...guardsOf(47, 'tests/workflows/delete-account.test.ts', {
    'a replayed deletion runs even if the engine knows it as completed': {
      file: 'api/deliver-message.ts',
      text: '        args: [{ userId, noticeId }],\n        ...REPEATABLE,\n',
      without: '        args: [{ userId, noticeId }],\n',
      test: 'attack 47: deletes the rows again after only the database is restored',
    },
  }),
  ...guardsOf(47, 'tests/workflows/objections.test.ts', {
    'a replayed objection is applied even if the engine knows it as applied': {
      file: 'api/deliver-message.ts',
      text: '        args: [{ objectionId }],\n        ...REPEATABLE,\n',
      without: '        args: [{ objectionId }],\n',
      test: 'attack 47: an objection delivered again, as after a database restore, is applied again',
    },
  }),
  ...guardsOf(47, 'tests/security/production.test.ts', {
    'a production worker requires a journal': {
      file: 'domain/production-settings.ts',
      text: "  ['JOURNAL_DIR', 'is missing; without it a restored backup brings closed accounts and old passwords back'],\n",
      test: 'attack 40: a production worker refuses JOURNAL_DIR set to',
    },
  }),
  ...guardsOf(47, 'tests/api/routes/users/calendar/connect.test.ts', {
    'a calendar account that is replaced is disconnected': {
      file: 'api/commands/connect-calendar.ts',
      text: 'return await endCalendar(transaction, userId, former);',
      without: 'return null;',
      test: 'attack 47: revokes the former grant, closes its channels and is journalled',
    },
    'the grant of a calendar account that is replaced is revoked': {
      file: 'api/commands/connect-calendar.ts',
      text: 'await releaseGrant(context, request, released);',
      without: 'void released;',
      test: 'attack 47: revokes the former grant, closes its channels and is journalled',
    },
  }),
  ...guardsOf(48, CADDYFILE, {
    "guesses at the gateway's login are limited": {
      file: 'ops/gateway/Caddyfile',
      text: '	limit_guesses 5 20 1m\n',
      test: 'attack 48: limits guesses',
    },
    'the limit applies before the login': {
      file: 'ops/gateway/Caddyfile',
      text: '	order limit_guesses before basic_auth\n',
      without: '	order limit_guesses after basic_auth\n',
      test: 'attack 48: limits guesses',
    },
  }),
  ...guardsOf(48, 'tests/ops/compose.test.ts', {
    'IPv6 visitors are distinguished': {
      file: 'docker-compose.yml',
      text: '  outside: { enable_ipv6: true }\n',
      without: '  outside: {}\n',
      test: 'attack 48: the gateway sees the addresses of IPv6 clients',
    },
  }),
  ...guardsOf(49, DAILY_CAPS, {
    "a user's daily research cost is limited": {
      file: 'workers/activities/research.ts',
      text: 'if (userUsd >= caps.dailyUserUsd) {',
      without: 'if (userUsd < 0) {',
      test: 'attack 49: research beyond a user’s daily cap',
    },
    'the total daily research cost is limited': {
      file: 'workers/activities/research.ts',
      text: 'if (totalUsd >= caps.dailyTotalUsd) {',
      without: 'if (totalUsd < 0) {',
      test: 'attack 49: the global daily cap',
    },
  }),
  ...guardsOf(49, 'tests/workflows/suggest-offering.test.ts', {
    'attempts at a suggestion share one budget': {
      file: 'workers/activities/offering.ts',
      text: 'createBudget(context.caps.briefingUsd, readSpent(activityInfo()))',
      without: 'createBudget(context.caps.briefingUsd)',
      test: 'attack 49: each attempt at a suggestion counts towards the daily cost',
    },
    'the cost of a suggestion deleted while it runs still counts': {
      file: 'db/queries/offering-suggestions.ts',
      text: 'and not exists (select from offering_suggestions where id = ${id})',
      without: 'and exists (select from offering_suggestions where id = ${id} and false)',
      test: 'attack 49: a suggestion counts towards the daily cost even if its account is deleted mid-run',
    },
  }),
  ...guardsOf(49, 'tests/db/readers.test.ts', {
    'deleted research counts towards the daily caps': {
      file: 'db/queries/unfinished-research.ts',
      text: "select user_id, cost_usd from deleted_research_costs where created_at > now() - interval '24 hours'",
      without: 'select user_id, cost_usd from deleted_research_costs where false',
      test: 'attack 49: deleting a meeting, suggestion or account keeps its cost in the daily total',
    },
  }),
  ...guardsOf(50, BACKUP, {
    'archived WAL is encrypted': {
      file: 'ops/backup/archive.sh',
      text: '--encrypt "$piece"',
      without: '--compress-algo none --store "$piece"',
      test: 'attack 50: archiving never overwrites a segment and requires a key',
    },
    'base backups are encrypted': {
      file: 'ops/commands/backup.ts',
      text: "...trust, '--encrypt']",
      without: "...trust, '--compress-algo', 'none', '--store']",
      test: 'a base backup taken during writes restores to the end of the WAL',
    },
    'a point-in-time restore does not limit later ones': {
      file: 'ops/restore.sh',
      text: 'sed -i -E \'/^(restore_command|recovery_[a-z_]+|hot_standby|foreword\\.restored) *=/d\' "$data/postgresql.auto.conf"\n',
      test: 'attack 50: a backup taken after a restore to an earlier moment restores all writes since',
    },
    'a missing key does not look like the end of the archive': {
      file: 'ops/backup/unarchive.sh',
      text: '|| exit 200',
      without: '|| exit 1',
      test: 'attack 50: a restore with the wrong key aborts instead of stopping early',
    },
    'archived WAL that no backup needs is deleted': {
      file: 'ops/commands/backup.ts',
      text: 'for (const name of pieces) await rm(join(archive, name));',
      test: 'attack 50: pruning removes old backups with their WAL and keeps the newest two',
    },
    'the newest backups are kept, however old': {
      file: 'ops/commands/backup.ts',
      text: 'index >= keep &&',
      without: 'index >= 0 * keep &&',
      test: 'attack 50: pruning removes old backups with their WAL and keeps the newest two',
    },
  }),
  ...guardsOf(52, OWN_SESSIONS, {
    'reports of new browsers are limited': {
      file: 'api/commands/queue-account-mail.ts',
      text: 'const occasion = `${user.id}:${data.device}:${thisHour()}`;',
      without: 'const occasion = `${user.id}:${data.device}:${Math.random()}`;',
      test: 'attack 52: are reported once an hour for several new browsers of one type',
    },
    'a session has a maximum lifetime': {
      file: 'db/queries/sessions.ts',
      text: 'created_at + make_interval(days => ${SESSION_MAX_DAYS})',
      without: "'infinity'::timestamptz + make_interval(days => ${SESSION_MAX_DAYS})",
      test: 'attack 52: expire after 30 days regardless of use',
    },
    'common passwords are refused': {
      file: 'api/common-passwords.ts',
      text: 'if (COMMON.has(text))',
      without: 'if (COMMON.size === 0)',
      test: 'attack 52: the common password password123 is refused',
    },
    "well-known names do not count towards a password's length": {
      file: 'api/common-passwords.ts',
      text: 'if (rest !== text && rest.length < PASSWORD_MIN_LENGTH)',
      without: 'if (rest !== text && rest.length < 0)',
      test: 'attack 52: Foreword2026!, little more than a known name',
    },
    'ending a session voids what it requested': {
      file: 'api/routes/users/sessions/id.ts',
      text: "await endWaysIn(transaction, 'session_revoked', { userId, sessionId });",
      without: "await (await import('#db/queries/sessions.ts')).deleteSession(transaction, sessionId);",
      test: 'attack 52: can be ended, which cancels the address change they requested',
    },
    'the owner is notified of a new browser': {
      file: 'api/sessions.ts',
      text: 'if (!(isNew || isUnknown) || isFirst) return;',
      without: 'if (!isNew || isFirst || isNew) return;',
      test: 'attack 52: are reported once per new browser, except the first',
    },
    'the browser that confirms an account is recorded, so that the first to sign in is not taken for the owner': {
      file: 'api/commands/confirm-email.ts',
      text: 'await rememberDevice(transaction, { userId, name: deviceNameOf(request) });',
      test: "attack 52: are reported at a stranger's first sign-in after signing up with the owner's address",
    },
    'the browser that resets the password is recorded': {
      file: 'api/routes/auth/reset-password.ts',
      text: 'await rememberDevice(transaction, { userId, name: deviceNameOf(request) });',
      test: 'attack 52: are not reported in the browser that reset the password',
    },
    'following a link makes a browser known': {
      file: 'api/routes/auth/verify.ts',
      text: 'if (change && !isForeignFetch(request)) {',
      without: 'if (false) {',
      test: 'attack 52: are not reported in the browser that followed the link',
    },
    'another site cannot make a browser unknown': {
      file: 'api/routes/auth/verify.ts',
      text: ' && !isForeignFetch(request)',
      test: 'attack 52: are not reported in a known browser after another site opened its own link there',
    },
    "a stranger's browser of the owner's kind is reported": {
      file: 'api/sessions.ts',
      text: 'const isUnknown = findKnownBrowser(context, request, { userId, accessVersion }) === null;',
      without: 'const isUnknown = false;',
      test: 'attack 52: are reported for a new browser of a known type, and for a copied cookie in another type',
    },
  }),
  ...guardsOf(52, 'tests/api/routes/auth/reset-password.test.ts', {
    'the owner is notified of a new password': {
      file: 'api/routes/auth/reset-password.ts',
      text: "await queueNotice(transaction, user, { kind: 'password-changed', occasion: link.id });",
      test: 'attack 52: notifies the account owner',
    },
  }),
  ...guardsOf(53, 'tests/ops/caddyfile.test.ts', {
    'the gateway does not log URLs': {
      file: 'ops/gateway/Caddyfile',
      text: '\t\t\trequest>uri delete\n',
      test: 'attack 53: the gateway logs neither URLs nor referrers, which may contain tokens',
    },
  }),
  ...guardsOf(53, 'tests/security/secrets.test.ts', {
    'tokens in paths are not logged': {
      file: 'api/request-log.ts',
      text: "part.length > LONGEST_ID ? '[long]' : part",
      without: 'part.length > LONGEST_ID ? part : part',
      test: 'attack 53: from emailed links are not in the API log, even after a reset link was opened',
    },
  }),
  ...guardsOf(53, 'tests/telemetry/log-crashes.test.ts', {
    'the API does not leave printing a crash to Node': {
      file: 'api/server.ts',
      text: "logCrashes(createLogger({ service: 'api', level: config.logLevel }));",
      test: 'attack 53: api/server.ts logs its crash',
    },
    'the worker does not leave printing a crash to Node': {
      file: 'workers/worker.ts',
      text: 'logCrashes(logger);',
      test: 'attack 53: workers/worker.ts logs its crash',
    },
  }),
  ...guardsOf(53, 'tests/db/logged-errors.test.ts', {
    'rows and query values are not logged': {
      file: 'telemetry/logger.ts',
      text: '{ err: toLoggedError, error: toLoggedError }',
      without: '{ error: toLoggedError }',
      test: 'attack 53: logs a row that does not match its schema without',
    },
    'errors of the Temporal SDK are logged like others': {
      file: 'telemetry/logger.ts',
      text: '{ err: toLoggedError, error: toLoggedError }',
      without: '{ err: toLoggedError }',
      test: 'attack 53: logs errors of the Temporal SDK without the data',
    },
    'errors of requests are logged like others': {
      file: 'api/request-log.ts',
      text: '      err: ({ raw }: { raw: unknown }) => toLoggedError(raw),\n',
      test: 'attack 53: logs errors of requests without the data',
    },
    'parts of an ID token quoted by Google’s library are not logged': {
      file: 'telemetry/logged-error.ts',
      text: '...(isLoggable(error) && { message: error.message }),',
      without: 'message: error.message,',
      test: 'attack 53: logs an ID token that is not valid yet without',
    },
    'an address quoted by the mail service is not logged': {
      file: 'telemetry/logged-error.ts',
      text: '...(isLoggable(error) && { message: error.message }),',
      without: 'message: error.message,',
      test: 'attack 53: logs a rejected email without',
    },
    'lines of a message do not pass for a stack': {
      file: 'telemetry/logged-error.ts',
      text: '    .slice(stack.indexOf(message) + message.length)\n',
      test: 'attack 53: logs a message that looks like a stack without',
    },
  }),
  ...guardsOf(53, 'tests/ops/compose.test.ts', {
    "Postgres' own log contains no rows": {
      file: 'docker-compose.yml',
      text: 'log_error_verbosity=terse',
      without: 'log_error_verbosity=default',
      test: 'attack 53: Postgres logs errors without rows or statements',
    },
    "Postgres' own log contains no statements": {
      file: 'docker-compose.yml',
      text: 'log_min_error_statement=panic',
      without: 'log_min_error_statement=error',
      test: 'attack 53: Postgres logs errors without rows or statements',
    },
  }),
  ...guardsOf(54, 'tests/ops/commands/replay-journal.test.ts', {
    'journal entries leave no envelopes in the database': {
      file: 'db/queries/journal-entries.ts',
      text: "update journal_entries set kept_at = now(), entry = '{}' where",
      without: 'update journal_entries set kept_at = now() where',
      test: 'attack 47: is refused if it lacks entries, unless --lost is passed',
    },
  }),
  ...guardsOf(54, 'tests/ops/commands/re-encrypt.test.ts', {
    'links in emails are re-encrypted too': {
      file: 'ops/commands/re-encrypt.ts',
      text: "const secrets = await reencryptRows(run, 'emails');",
      without: 'const secrets = 0;',
      test: 'attack 54: re-encrypts every secret with the newest key, so the old key can’t decrypt any',
    },
    're-encryption continues past secrets that no key decrypts': {
      file: 'ops/commands/re-encrypt.ts',
      text: '      return null;\n',
      without: '      throw error;\n',
      test: 'attack 54: a secret that no key decrypts is reported, and the rest is re-encrypted',
    },
    're-encryption waits for journal entries': {
      file: 'ops/commands/re-encrypt.ts',
      text: 'await awaitJournal(run);',
      test: 'attack 54: waits until journal entries are written out, and reports any that are not',
    },
    're-encryption waits for token refreshes': {
      file: 'db/queries/envelopes.ts',
      text: 'if (claimed.includes(true)) return [];',
      test: 'attack 54: waits for token refreshes in progress and keeps their result',
    },
  }),
  ...guardsOf(55, 'tests/security/payment-webhooks.test.ts', {
    'test-mode payment events change nothing in production': {
      file: 'providers/payments/stripe.ts',
      text: 'return event?.isLive === isLive ? event : null;',
      without: 'return event && (isLive || !isLive) ? event : null;',
      test: 'attack 55: a live-mode event in test mode',
    },
  }),
  ...guardsOf(55, AUDIT, {
    'each sign-in is logged': {
      file: 'api/sign-in.ts',
      text: 'await auditOwn(context.pool, request, { userId: user.id, action });',
      test: 'attack 55: a sign-in with a password is logged',
    },
    'addresses in the log are hashed with a secret': {
      file: 'api/audit.ts',
      text: "import { createHmac } from 'node:crypto';",
      without:
        "import { createHash } from 'node:crypto';\nconst createHmac = (_: string, __: string) => ({ update: (text: string) => createHash('sha256').update(text.replace('audit-log:', '')) });",
      test: 'attack 55: unknown addresses are logged as keyed hashes, not plain ones',
    },
  }),
  ...guardsOf(55, 'tests/workflows/upkeep.test.ts', {
    'IP addresses are removed from the log': {
      file: 'workers/activities/upkeep.ts',
      text: 'await forgetAuditAddresses(pool, AUDIT_IP_DAYS)',
      without: '0',
      test: 'expired rows are deleted, and nothing else',
    },
  }),
];
