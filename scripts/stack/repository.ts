import { fileURLToPath } from 'node:url';

/** The folder of the checkout, with a slash at its end left out. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
