import type { Provider } from '#contract/http.ts';
import type { Cohort } from './cohort.ts';
import type { Instance } from './instance.ts';

/** One way to break a running product. */
export type Fault = {
  title: string;
  /**
   * Breaks and repairs the product. Returns a one-line observation.
   * @throws if the product breaks one of its promises
   */
  run: (instance: Instance, cohort: Cohort) => Promise<string>;
  /** The lead time, long enough for the outage to end before the meetings start. */
  leadMinutes?: number;
  /** The calendar vendor whose briefings must all be on time despite the fault, or all vendors. */
  unaffected?: Provider | 'all';
  /** Emails being sent during the fault may end as `unknown`. */
  mayLeaveUnknown?: boolean;
  /** Needs an instance with proxied networks (network.ts), which are slightly slower. */
  isOfNetwork?: boolean;
};
