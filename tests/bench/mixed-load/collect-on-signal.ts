import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Preloaded into the product's processes: SIGUSR2 collects garbage, so that the heap holds only what is in use. */
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
process.on('SIGUSR2', () => {
  if (typeof collect === 'function') collect();
});
