import { describeError } from '#ops/commands/describe-error.ts';

type Step = <T>(title: string, work: () => Promise<T>) => Promise<T>;

/**
 * Prints and counts the steps of a long run; a failing step is rethrown. `end` prints the total and returns the exit
 * code.
 */
export function tallySteps(): { step: Step; end: () => number } {
  const tally = { passed: 0, failed: 0 };
  return {
    step: async (title, work) => {
      const began = Date.now();
      const seconds = () => Math.round((Date.now() - began) / 1000);
      try {
        const result = await work();
        tally.passed += 1;
        say(`  ok  ${title} (${seconds()} s)`);
        return result;
      } catch (error) {
        tally.failed += 1;
        say(`  --  ${title} (${seconds()} s): ${describeError(error)}`);
        throw error;
      }
    },
    end: () => {
      say(`\n${tally.passed} passed, ${tally.failed} failed`);
      return tally.failed === 0 ? 0 : 1;
    },
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
