import type { Guard } from './guard.ts';

const FORM = 'tests/api/routes/privacy/objection.test.ts';
const DOSSIERS = 'tests/workers/activities/dossiers.test.ts';
const EFFECT = 'tests/workflows/objections.test.ts';

/** Guests who object to being researched. */
export const guestGuards: Guard[] = [
  {
    row: 56,
    what: 'an objection takes effect once its mail is confirmed',
    file: 'db/queries/objections.ts',
    text: 'where ${about(subjects)} and confirmed_at is not null',
    without: 'where ${about(subjects)}',
    test: { file: FORM, title: 'attack 56: mails a link and lists nobody before confirmation' },
  },
  {
    row: 56,
    what: 'tagged addresses are one mailbox',
    file: 'domain/objection.ts',
    text: 'return `address:${withoutTag(foldCase(email))}`;',
    without: 'return `address:${withoutTag(email) && foldCase(email)}`;',
    test: { file: FORM, title: 'attack 56: covers other spellings of the mailbox and nobody else' },
  },
  {
    row: 56,
    what: "the objection's mail is deleted with its address",
    file: 'api/commands/confirm-objection.ts',
    text: 'await eraseObjectionMails(transaction, id);',
    without: '',
    test: { file: FORM, title: 'attack 56: leaves the confirmed address nowhere in plain text' },
  },
  {
    row: 56,
    what: 'the objection form shares the limits of other mails',
    file: 'api/routes/privacy/objection.ts',
    text: 'if (await takeMailAllowance(context, request, email)) await',
    without: 'await takeMailAllowance(context, request, email); await',
    test: { file: FORM, title: 'attack 56: limits mails per recipient and per source' },
  },
  {
    row: 56,
    what: 'an objection encrypted with a lost key stops research',
    file: 'db/find-objections.ts',
    text: 'if (await hasUnknownKey(connection, keyIds))',
    without: 'if ((await hasUnknownKey(connection, keyIds)) && keyIds.length === 0)',
    test: {
      file: 'tests/api/routes/admin/objections.test.ts',
      title: 'attack 56: an objection encrypted with a lost key makes every lookup fail',
    },
  },
  {
    row: 56,
    what: 'objectors are not looked up',
    file: 'db/stored-dossiers.ts',
    text: 'const { free } = await judge(transaction, subjects);',
    without: 'const { free } = { ...(await judge(transaction, subjects)), free: subjects };',
    test: { file: DOSSIERS, title: 'attack 56: a guest who objected is not researched' },
  },
  {
    row: 56,
    what: 'findings about an objector are not stored',
    file: 'db/stored-dossiers.ts',
    text: 'const { free, objected } = await judge(transaction, dossiers);',
    without: 'const { free, objected } = { ...(await judge(transaction, [])), free: dossiers };',
    test: { file: DOSSIERS, title: 'attack 56: research in progress is discarded after an objection' },
  },
  {
    row: 56,
    what: 'a report is checked against objections before it is stored',
    file: 'workers/activities/research.ts',
    text: 'if (!isDeepStrictEqual(objections, await readObjections(transaction, begun))) return false;',
    without: '',
    test: { file: EFFECT, title: 'attack 56: a guest who objects during research is left out of the report' },
  },
  {
    row: 56,
    what: 'quotes naming an objector are not used',
    file: 'workers/research/research-meeting.ts',
    text: 'quotes.some(({ text }) => holdsName(text, name))',
    without: 'quotes.some(({ text }) => holdsName(text, name) && text === name)',
    test: {
      file: 'tests/workers/research/research-meeting.test.ts',
      title: 'attack 56: leaves out a guest who objected',
    },
  },
  {
    row: 56,
    what: 'earlier reports are erased',
    file: 'workers/activities/objection.ts',
    text: 'await replaceReport(transaction, { id, report: left }, objected);',
    without: '',
    test: { file: EFFECT, title: 'attack 56: a guest who objects is erased' },
  },
  {
    row: 56,
    what: 'stored copies of sent mails are erased',
    file: 'workers/activities/objection.ts',
    text: 'await eraseMailsAbout(transaction, userId, objected);',
    without: '',
    test: { file: EFFECT, title: 'attack 56: a guest who objects is erased' },
  },
  {
    row: 56,
    what: 'a pending mail is sent without objectors',
    file: 'workers/briefings/current-mail.ts',
    text: 'data: await mailWithoutObjected(transaction, encryption, current)',
    without: 'data: (await mailWithoutObjected(transaction, encryption, current)) && current.data',
    test: {
      file: 'tests/workers/activities/sending.test.ts',
      title: 'attack 56: leaves out a guest who objected after the mail was queued',
    },
  },
];
