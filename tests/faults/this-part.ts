const SCRIPTS = { api: '/api/server.ts', worker: '/workers/worker.ts' };

/**
 * The part of the product this process runs, for modules preloaded in a fault run; undefined in any
 * other process.
 */
export const thisPart = Object.entries(SCRIPTS).find(([, script]) => process.argv[1]?.endsWith(script))?.[0];
