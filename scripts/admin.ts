import { localDatabaseUrls } from '#db/local/roles.ts';
import { runAdmin } from '#ops/commands/admin.ts';
import { planPorts } from './stack/ports.ts';
import { readUserSettings } from './stack/settings.ts';

/** `npm run admin`: runs an operator's command. Reads `.env`; defaults to the database that `npm start` runs. */
const settings = readUserSettings();
const { databaseUrl } = localDatabaseUrls(planPorts(settings['PORT_OFFSET'], settings['PORT']).postgres);
process.exitCode = await runAdmin(
  process.argv.slice(2),
  settings['DATABASE_URL'] || databaseUrl,
  settings['ENCRYPTION_KEYS'],
);
