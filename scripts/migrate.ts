import { describeError } from '#ops/commands/describe-error.ts';
import { describeApplied, migrate } from '#ops/commands/migrate.ts';
import { planLocalStack, readUserSettings } from './stack/settings.ts';

/** `npm run migrate`: applies new migrations. Reads `.env`; defaults to the database that `npm start` runs. */
async function run(): Promise<number> {
  try {
    const { env } = planLocalStack(readUserSettings());
    console.log(describeApplied(await migrate(env['DATABASE_OWNER_URL'] ?? '')));
    return 0;
  } catch (error) {
    console.error(describeError(error));
    return 1;
  }
}

process.exitCode = await run();
