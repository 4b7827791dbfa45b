import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { parseArgs } from 'node:util';
import { createLiveModel } from '#tests/eval/live-model.ts';
import { say } from '#tests/eval/say.ts';
import type { MailReader } from '#workers/emails/reader.ts';
import { type BriefingMail, briefingMail } from './briefing-mail.ts';
import { BRIEFING_MEETINGS, NOW } from './meetings.ts';
import { pictureMails } from './picture-mails.ts';
import { createRecordedModel, createRecordingModel, recordingFiles } from './recorded-model.ts';
import { researchBriefing } from './research-briefing.ts';

/**
 * `node tests/eval/briefings/run.ts [NAME...] [--out FOLDER]`: researches the meetings from recorded answers with the
 * product's own code and prints each email; `--out` stores emails and pictures in a folder. `--record` lets the model
 * of ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL answer what has no recording, and stores its answers under the name of
 * `--reader`. Exits with code 1 if an email could not be rendered or, with `--out`, is too long or too wide for a
 * screen.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, record: { type: 'boolean', default: false }, reader: { type: 'string' } },
  });
  const live = values.record ? createLiveModel(process.env) : null;
  if (values.record && !live)
    throw new Error('Recording needs a model: set ANTHROPIC_API_KEY, and ANTHROPIC_BASE_URL for another one.');
  const date = new Date().toISOString().slice(0, 10);
  const reader = values.reader ?? live?.name ?? '';
  const chosen = BRIEFING_MEETINGS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  mock.timers.enable({ apis: ['Date'], now: NOW });
  const failures: string[] = [];
  const mails = await Promise.all(
    chosen.map(async (one): Promise<BriefingMail[]> => {
      const files = recordingFiles(one);
      try {
        const model = live ? createRecordingModel(live, files, { reader, date }) : createRecordedModel(files);
        return [await briefingMail(one, await researchBriefing(one, model))];
      } catch (error) {
        failures.push(`${one.name}: ${error instanceof Error ? error.message : String(error)}`);
        return [];
      }
    }),
  );
  const made = mails.flat();
  for (const { name, mail, reader: of, qualityScore, confidence, faults } of made) {
    say(
      `${mail.subject}   (${name}: quality ${qualityScore}, confidence ${confidence})\n\n${briefText(mail.text, of)}\n`,
    );
    faults.forEach((fault) => say(`fault ${fault}`));
  }
  if (values.out) {
    mkdirSync(values.out, { recursive: true });
    for (const { name, mail } of made) {
      writeFileSync(join(values.out, `${name}.html`), mail.html);
      writeFileSync(join(values.out, `${name}.txt`), `${mail.subject}\n\n${mail.text}`);
    }
    failures.push(...(await pictureMails(made, values.out, say)));
  }
  failures.forEach((line) => say(`FAILED ${line}`));
  say(`${made.length} emails, ${failures.length} failures`);
  return failures.length === 0 ? 0 : 1;
}

/** Returns the email's text from the quick take up to the question whether it was useful, without URLs. */
function briefText(text: string, { say: word }: MailReader): string {
  const heading = word('quickTake').toLocaleUpperCase();
  const [, body = ''] = text.split(`\n${heading}\n`);
  const [brief = ''] = body.split(`\n${word('wasUseful').toLocaleUpperCase()}\n`);
  const lines = brief.split('\n').filter((line) => !line.startsWith('http') && !line.startsWith(word('more')));
  return `${heading}\n${lines.join('\n')}`.replaceAll(/\n{3,}/g, '\n\n').trim();
}

process.exitCode = await main();
