import { fileURLToPath } from 'node:url';

/** The checkout's folder, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
