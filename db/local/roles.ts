import { Client, escapeLiteral } from 'pg';
import { localSuperuser } from './cluster.ts';

/** Owns the database and runs the migrations; may create databases and roles. Its password is a local constant. */
const owner = { name: 'foreword_owner', password: 'foreword-local-owner' };
/** What the product signs in as: only the rights that the migrations grant. */
const app = { name: 'foreword_app', password: 'foreword-local-app' };
const databaseName = 'foreword';

export type DatabaseUrls = { databaseUrl: string; ownerUrl: string };

/** The addresses of a database of the local cluster, for the product and for the migrations. */
export function localDatabaseUrls(port: number, name: string = databaseName): DatabaseUrls {
  const urlFor = (role: { name: string; password: string }) =>
    `postgres://${role.name}:${role.password}@127.0.0.1:${port}/${name}`;
  return { databaseUrl: urlFor(app), ownerUrl: urlFor(owner) };
}

/** Whether the local cluster accepts a connection, and writes: one that was restored answers while it still replays its log. */
export async function clusterAnswers(port: number): Promise<boolean> {
  const client = superuserClient(port);
  // A connection that breaks during the server's start also raises an event; the rejection below already reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
    return rows[0]?.recovering === false;
  } catch (error) {
    if (isNotYetUp(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Creates the two roles and the product's database where they are missing. */
export async function createRolesAndDatabase(port: number): Promise<DatabaseUrls> {
  const client = superuserClient(port);
  await client.connect();
  try {
    await ensureRole(client, owner, 'CREATEDB CREATEROLE');
    await ensureRole(client, app, '');
    // Tests drop their databases while connections to them are still open.
    await client.query(`GRANT pg_signal_backend TO ${owner.name}`);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${owner.name}`);
  } finally {
    await client.end();
  }
  return localDatabaseUrls(port);
}

async function ensureRole(client: Client, role: { name: string; password: string }, rights: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role.name]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${role.name} LOGIN PASSWORD ${escapeLiteral(role.password)} ${rights}`);
}

function superuserClient(port: number): Client {
  return new Client({
    host: '127.0.0.1',
    port,
    user: localSuperuser.name,
    password: localSuperuser.password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
}

/** Refused (nothing listens yet), reset, timed out, or 57P03 (the server is starting up or recovering). */
function isNotYetUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : '';
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03' || /timeout|terminated/i.test(message);
}
