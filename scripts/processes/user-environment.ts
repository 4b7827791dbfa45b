const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * Keeps the user's settings for other services from affecting this process and its children: loopback connections must
 * not go through a proxy, and `pg` reads all of libpq's settings, such as PGSSLMODE.
 */
export function detachFromUserEnvironment(env: NodeJS.ProcessEnv = process.env): void {
  for (const name of Object.keys(env)) if (/^PG[A-Z]+$/.test(name)) delete env[name];
  if (!Object.keys(env).some((name) => /_proxy$/i.test(name))) return;
  const names = ['no_proxy', 'NO_PROXY', ...(env['no_grpc_proxy'] ? ['no_grpc_proxy'] : [])];
  for (const name of names) {
    const exempt = (env[name] ?? env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(',').filter(Boolean);
    env[name] = [...new Set([...exempt, ...loopback])].join(',');
  }
}
