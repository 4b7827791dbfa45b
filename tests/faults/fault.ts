import type { Provider } from '#contract/http.ts';
import type { Cohort } from './cohort.ts';
import type { Instance } from './instance.ts';

/** One way to break a running product. */
export type Fault = {
  title: string;
  /** What breaks, for how long, and what mends it; resolves with what was seen, in one line, and throws when it is not what is promised. */
  run: (instance: Instance, cohort: Cohort) => Promise<string>;
  /** Of the briefings: long enough for the outage to end before the meetings begin. */
  leadMinutes?: number;
  /** Whose briefings have nothing to do with it, so that each leaves on time: those of one calendar vendor, or all. */
  unaffected?: Provider | 'all';
  /** A mail that was under way may have left or not, which its row says. */
  mayLeaveUnknown?: boolean;
  /** Takes an instance whose networks can be parted (network.ts), through which all goes a little slower. */
  isOfNetwork?: boolean;
};
