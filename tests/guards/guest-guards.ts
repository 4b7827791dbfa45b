import { type Guard, guardsOf } from './guard.ts';

const FORM = 'tests/api/routes/privacy/objection.test.ts';
const DOSSIERS = 'tests/workers/activities/dossiers.test.ts';
const EFFECT = 'tests/workflows/objections.test.ts';
const ERASURE = 'tests/workers/activities/objection.test.ts';

/** Guests who object to being researched. */
export const guestGuards: Guard[] = [
  ...guardsOf(56, FORM, {
    'an objection takes effect once its email is confirmed': {
      file: 'db/queries/objections.ts',
      text: 'where ${about(subjects)} and confirmed_at is not null',
      without: 'where ${about(subjects)}',
      test: 'attack 56: emails a link and does not list anyone before confirmation',
    },
    'all addresses of a mailbox are one person': {
      file: 'domain/objection.ts',
      text: 'return `address:${mailboxOf(readAddress(email) ?? foldCase(email))}`;',
      without: 'return `address:${readAddress(email) ?? mailboxOf(foldCase(email))}`;',
      test: 'attack 56: lists every spelling of the mailbox and nobody else',
    },
    'anyone a calendar can list can object': {
      file: 'contract/objections.ts',
      text: 'const email = readAs(readAddress, INVALID_EMAIL);',
      without: 'const email = z.email();',
      test: 'attack 56: r&d@brightwater.test is listed once confirmed',
    },
    'internationalized hosts are compared in DNS form': {
      file: 'domain/email-address.ts',
      text: "const host = URL.canParse(url) ? new URL(url).hostname : '';",
      without: 'const host = foldCase(name);',
      test: 'attack 56: ines@münchen.de is listed once confirmed',
    },
    "the objection's email is deleted with its address": {
      file: 'api/commands/confirm-objection.ts',
      text: 'await eraseObjectionMails(transaction, id);',
      test: 'attack 56: does not store the confirmed address in plain text',
    },
    'the objection form shares the limits of other emails': {
      file: 'api/routes/privacy/objection.ts',
      text: 'if (await takeMailAllowance(context, request, email, { isDue })) await',
      without: 'await takeMailAllowance(context, request, email, { isDue }); await',
      test: 'attack 56: limits emails per recipient and per source',
    },
  }),
  ...guardsOf(56, 'tests/api/routes/admin/objections.test.ts', {
    'an objection encrypted with a lost key stops research': {
      file: 'db/find-objections.ts',
      text: 'if (await hasUnknownKey(connection, keyIds))',
      without: 'if ((await hasUnknownKey(connection, keyIds)) && keyIds.length === 0)',
      test: 'attack 56: an objection encrypted with a lost key makes every lookup fail',
    },
    'accents are compared however they are encoded': {
      file: 'domain/email-address.ts',
      text: "foldCase(text.normalize('NFC'))",
      without: 'foldCase(text)',
      test: 'attack 56: adding josé@brightwater.test covers',
    },
    'domains of all scripts can be listed': {
      file: 'contract/objections.ts',
      text: 'const domain = readAs(readHost, INVALID_DOMAIN);',
      without: 'const domain = z.string().regex(/^[a-z0-9.-]+$/);',
      test: 'attack 56: adding пример.рф. covers',
    },
  }),
  ...guardsOf(56, DOSSIERS, {
    'objectors are not looked up': {
      file: 'db/stored-dossiers.ts',
      text: 'const { free } = await judge(transaction, subjects);',
      without: 'const { free } = { ...(await judge(transaction, subjects)), free: subjects };',
      test: 'attack 56: a guest who objected is not researched',
    },
    'findings about an objector are not stored': {
      file: 'db/stored-dossiers.ts',
      text: 'const { free, objected } = await judge(transaction, dossiers);',
      without: 'const { free, objected } = { ...(await judge(transaction, [])), free: dossiers };',
      test: 'attack 56: research in progress is discarded after an objection',
    },
  }),
  ...guardsOf(56, EFFECT, {
    'a report is checked against objections before it is stored': {
      file: 'workers/activities/research.ts',
      text: 'if (!isDeepStrictEqual(objections, await readObjections(transaction, begun))) return false;',
      test: 'attack 56: a report omits research on a guest who objects while it runs',
    },
    'earlier reports are erased': {
      file: 'workers/activities/objection.ts',
      text: 'await replaceReport(transaction, { id, report: left });',
      test: 'attack 56: an objection erases all research on the guest',
    },
    'stored copies of sent emails are erased': {
      file: 'workers/activities/objection.ts',
      text: 'await eraseMailsAbout(pool, userId, objected);',
      test: 'attack 56: an objection erases all research on the guest',
    },
    'an answer read before an objection is not stored after it': {
      file: 'workers/activities/research.ts',
      text: 'begun.answers.filter(({ email }) => !hasObjected(email, objections))',
      without: 'begun.answers.filter(({ email }) => email !== null || !hasObjected(email, objections))',
      test: 'attack 56: a report omits research on a guest who objects while it runs',
    },
  }),
  ...guardsOf(56, 'tests/workers/research/research-meeting.test.ts', {
    'quotes mentioning an objector are not used': {
      file: 'workers/research/research-meeting.ts',
      text: 'quotes.some(({ text }) => mayNamePerson(text, guest))',
      without: 'quotes.some(({ text }) => mayNamePerson(text, guest) && text === guest.name)',
      test: 'attack 56: is researched without a guest who objected',
    },
  }),
  ...guardsOf(56, ERASURE, {
    'users are found by their reports, whoever is invited today': {
      file: 'db/queries/objected-research.ts',
      text: 'and (${isReportAbout(objected)} or ${hasAnswerAbout(objected)})',
      without: 'and (${isReportAbout(objected)} or ${hasAnswerAbout(objected)}) and false',
      test: 'attack 56: a company taken off its only event',
    },
    'users are found by their emails, researched or not': {
      file: 'db/queries/objected-research.ts',
      text: 'where emails.user_id = users.id and',
      without: 'where emails.user_id <> users.id and',
      test: 'attack 56: a guest taken off the event is erased from emails sent without research',
    },
    "guests at a company's routing domains are found": {
      file: 'db/queries/objected-research.ts',
      text: 'const forms = routingForms(domain);',
      without: 'const forms = routingForms(domain).slice(0, 1);',
      test: 'attack 56: a guest at fabrikam.mail.onmicrosoft.com is erased',
    },
    'reports are found by the guests they are about': {
      file: 'db/queries/objected-research.ts',
      text: 'from research_results where user_id = ${userId} and ${isReportAbout(objected)} order by id',
      without: `from research_results where user_id = \${userId} and \${isReportAbout(objected)} and exists (
      select from attendees where attendees.meeting_id = research_results.meeting_id
    ) order by id`,
      test: 'attack 56: a guest taken off the event',
    },
    'answers about a guest without a meeting are found': {
      file: 'db/queries/objected-research.ts',
      text: 'where person_answers.user_id = users.id and',
      without: 'where person_answers.user_id <> users.id and',
      test: 'attack 56: answers about a guest',
    },
    'tags in the addresses of stored emails are ignored': {
      file: 'db/queries/objected-research.ts',
      text: "where ${isObjected(objected, sql.fragment`(part.value #>> '{}')`)}",
      without: "where (part.value #>> '{}') = ${objected.listed}",
      test: 'attack 56: a guest with ',
    },
    'the stored data of emails waiting to be sent is rewritten': {
      file: 'workers/activities/objection.ts',
      text: 'if (data !== mail.data) await',
      without: 'if (data === mail.data) await',
      test: 'attack 56: queued emails and channel posts',
    },
    'emails with a channel message on its way are rewritten, not emptied': {
      file: 'db/queries/objected-research.ts',
      text: "where posted.email_id = emails.id and posted.state in ('queued', 'sending')",
      without: "where posted.email_id = emails.id and posted.state in ('nowhere')",
      test: 'attack 56: queued emails and channel posts',
    },
    'updates lose the pages about an objector': {
      file: 'workers/briefings/mail-without-objected.ts',
      text: 'sources: sourcesOf(joined, update.sources)',
      without: 'sources: sourcesOf(update.joined, update.sources)',
      test: 'attack 56: queued emails and channel posts',
    },
    'updates hold only pages about guests who joined': {
      file: 'workers/emails/briefing-data.ts',
      text: '=> (cited.has(one.url) ? one :',
      without: '=> (cited !== null ? one :',
      test: 'attack 56: an update lists sources only',
    },
    'an unreadable email does not block an objection': {
      file: 'workers/activities/objection.ts',
      text: 'if (!(error instanceof z.ZodError)) throw error;',
      without: 'if (!(error instanceof TypeError)) throw error;',
      test: 'attack 56: an unreadable email',
    },
  }),
  ...guardsOf(56, 'tests/db/redacted-research/without-objected.test.ts', {
    'pages named after an objector are removed': {
      file: 'db/redacted-research/without-objected.ts',
      text: 'report.sources.filter(({ title }) => !isSilent(title))',
      without: 'report.sources.filter(({ title }) => title === null && !isSilent(title))',
      test: 'attack 56: keeps only the guest’s name, address and objection',
    },
  }),
  ...guardsOf(56, 'tests/workers/activities/sending.test.ts', {
    'a pending email is sent without objectors': {
      file: 'workers/briefings/current-mail.ts',
      text: 'data: await mailWithoutObjected(transaction, context.encryption, current)',
      without: 'data: (await mailWithoutObjected(transaction, context.encryption, current)) && current.data',
      test: 'attack 56: omits research on a guest who objected after the email was queued',
    },
  }),
];
