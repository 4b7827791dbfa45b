import { Client, escapeLiteral } from 'pg';
import { localSuperuser } from './cluster.ts';

/** Owns the database, runs migrations, and may create databases and roles. The password is for local use only. */
const owner = { name: 'foreword_owner', password: 'foreword-local-owner' };
/** The product's role, with only the rights that the migrations grant. */
const app = { name: 'foreword_app', password: 'foreword-local-app' };
const databaseName = 'foreword';

export type DatabaseUrls = { databaseUrl: string; ownerUrl: string };

/** Returns the local cluster's database URLs, for the product and for migrations. */
export function localDatabaseUrls(port: number, name: string = databaseName): DatabaseUrls {
  const urlFor = (role: { name: string; password: string }) =>
    `postgres://${role.name}:${role.password}@127.0.0.1:${port}/${name}`;
  return { databaseUrl: urlFor(app), ownerUrl: urlFor(owner) };
}

/** Returns whether the local cluster accepts connections and writes. A restored one answers while replaying its log. */
export async function clusterAnswers(port: number): Promise<boolean> {
  const client = superuserClient(port);
  // A connection lost during startup also emits an event; the rejection below already reports it.
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

/** Creates the two roles and the product's database unless they exist. */
export async function createRolesAndDatabase(port: number): Promise<DatabaseUrls> {
  const client = superuserClient(port);
  await client.connect();
  try {
    await ensureRole(client, owner, 'CREATEDB CREATEROLE');
    await ensureRole(client, app, '');
    // Tests drop databases with open connections.
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

/** Returns a client of the local cluster, as its superuser, not yet connected. */
export function superuserClient(port: number): Client {
  return new Client({
    host: '127.0.0.1',
    port,
    user: localSuperuser.name,
    password: localSuperuser.password,
    database: 'postgres',
    connectionTimeoutMillis: 15_000,
  });
}

/** Returns whether the connection was refused, reset or timed out, or Postgres is starting up or recovering (57P03). */
function isNotYetUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : '';
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03' || /timeout|terminated/i.test(message);
}
