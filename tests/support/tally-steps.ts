import { describeError } from '#ops/commands/describe-error.ts';
import { createStepLog, type StepLog } from '#scripts/stack/steps.ts';

/** Prints and counts the steps of a long run and rethrows failures. `end` prints the total and returns the exit code. */
export function tallySteps(): StepLog & { end: () => number } {
  const tally = { passed: 0, failed: 0 };
  const log = createStepLog(new AbortController().signal);
  return {
    line: log.line,
    step: async (title, work) => {
      try {
        const result = await log.step(title, work);
        tally.passed += 1;
        return result;
      } catch (error) {
        tally.failed += 1;
        log.line(`      ${describeError(error)}`);
        throw error;
      }
    },
    end: () => {
      log.line(`\n${tally.passed} passed, ${tally.failed} failed`);
      return tally.failed === 0 ? 0 : 1;
    },
  };
}
