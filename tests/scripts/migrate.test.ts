import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findFreePorts } from '#scripts/processes/ports.ts';
import { planPorts } from '#scripts/stack/ports.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { withoutSettings } from '#scripts/stack/settings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const run = promisify(execFile);
const folder = temporaryFolder();

test('npm run migrate uses the database of npm start by default', async () => {
  const port = await findFreePorts(1);
  const env = {
    ...withoutSettings(process.env),
    // Override those in `.env`.
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    STATE_DIR: folder(),
    PORT_OFFSET: String(port - planPorts('', '').postgres),
  };
  await expect(run('npm', ['run', '--silent', 'migrate'], { cwd: repositoryRoot, env })).rejects.toMatchObject({
    code: 1,
    stderr: `Migrating the database failed; nothing was applied: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  });
});
