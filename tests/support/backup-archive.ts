import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '#scripts/processes/run-command.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { unprivilegedUser } from '#scripts/stack/unprivileged.ts';

export type BackupArchive = Awaited<ReturnType<typeof createBackupArchive>>;

/** Creates an archive as in docker-compose.yml, with its own key, in a folder that Postgres can access. */
export async function createBackupArchive(root: string) {
  const archive = join(root, 'archive');
  const scripts = join(root, 'ops');
  const keys = { publicKey: join(root, 'backup_public_key'), privateKey: join(root, 'backup_private_key') };
  await mkdir(archive);
  await giveToPostgres(archive);
  await mkdir(scripts);
  for (const name of ['backup', 'restore.sh'])
    await cp(join(repositoryRoot, 'ops', name), join(scripts, name), { recursive: true });
  await makeKeys(keys);
  return {
    archive,
    ...keys,
    settings: {
      archive_mode: 'on',
      archive_timeout: '60',
      archive_command: `${scripts}/backup/archive.sh %p ${archive}/%f ${keys.publicKey}`,
    },
    /** Restores as the `restore` service does; Postgres replays the log on its next start. */
    restore: async (base: string, dataFolder: string, moment: Date | null) => {
      const time = moment === null ? [] : [moment.toISOString().replace('T', ' ').replace('Z', '+00')];
      await runCommand(join(scripts, 'restore.sh'), [base, archive, dataFolder, ...time], {
        env: { ...process.env, BACKUP_PRIVATE_KEY: keys.privateKey },
      });
      await giveToPostgres(dataFolder);
      await chmod(dataFolder, 0o700);
    },
  };
}

/** Makes a key pair as ops/make-secrets.sh does. */
async function makeKeys({ publicKey, privateKey }: { publicKey: string; privateKey: string }): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'gpg-'));
  const gpg = async (...args: string[]) => await runCommand('gpg', ['--homedir', home, '--batch', '--quiet', ...args]);
  try {
    await gpg('--passphrase', '', '--quick-generate-key', 'Foreword backups', 'future-default', 'default', 'never');
    await writeFile(publicKey, await gpg('--armor', '--export'));
    await writeFile(privateKey, await gpg('--armor', '--export-secret-keys'));
  } finally {
    await runCommand('gpgconf', ['--homedir', home, '--kill', 'all']);
    await rm(home, { recursive: true, force: true });
  }
}

/** Makes Postgres the owner of a folder if tests run as root, since Postgres then runs as another user. */
async function giveToPostgres(folder: string): Promise<void> {
  const user = unprivilegedUser();
  if (!user) return;
  await chown(folder, user.uid, user.gid);
  await runCommand('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}
