const SCRIPTS = { api: '/api/server.ts', worker: '/workers/worker.ts' };

/** Which part of the product this process is, for what is loaded into every process of a fault run; undefined where it is none. */
export const thisPart = Object.entries(SCRIPTS).find(([, script]) => process.argv[1]?.endsWith(script))?.[0];
