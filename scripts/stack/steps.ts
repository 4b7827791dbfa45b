export type Progress = (text: string) => void;

export type StepLog = {
  /** Prints a line that belongs to no step. */
  line: (text: string) => void;
  /** Runs one step and prints a line with its time when it ends; long steps report through `progress`. */
  step: <T>(title: string, work: (progress: Progress) => Promise<T>) => Promise<T>;
};

/** The output for the lines, such as standard output. */
export type Screen = { write: (text: string) => unknown; isTTY?: boolean; columns?: number };

/** Interval at which a step's progress is printed if lines cannot be rewritten. */
const progressEveryMs = 10_000;
const titleWidth = 56;

/**
 * Creates a log of concurrent steps. On a terminal, running steps share one line at the bottom, rewritten as they
 * progress; elsewhere, such as in a file, each prints its progress as a line every ten seconds.
 */
export function createStepLog(stopping: AbortSignal, out: Screen = process.stdout): StepLog {
  const underWay = new Map<string, string>();
  let live = '';

  function line(text: string): void {
    if (live) out.write('\r\u001b[K');
    out.write(`${text}\n`);
    live = '';
    showLive();
  }

  function showLive(): void {
    if (!out.isTTY) return;
    const text = [...underWay].map(([title, how]) => `${title}: ${how}`).join(' | ');
    const cut = text.slice(0, (out.columns || 80) - 5);
    if (live || cut) out.write(`\r\u001b[K${cut && `  .. ${cut}`}`);
    live = cut;
  }

  async function step<T>(title: string, work: (progress: Progress) => Promise<T>): Promise<T> {
    const began = Date.now();
    let printedAt = began;
    const progress = (text: string) => {
      if (stopping.aborted) return;
      underWay.set(title, text);
      if (out.isTTY) return showLive();
      if (Date.now() - printedAt < progressEveryMs) return;
      printedAt = Date.now();
      line(`  ..  ${`${title}: ${text}`.padEnd(titleWidth)} ${elapsed(began)}`);
    };
    try {
      const result = await work(progress);
      underWay.delete(title);
      line(`  ok  ${title.padEnd(titleWidth)} ${elapsed(began)}`);
      return result;
    } catch (error) {
      underWay.delete(title);
      // An interrupted step has not failed.
      if (!stopping.aborted) line(`  --  ${title.padEnd(titleWidth)} ${elapsed(began)}  failed`);
      throw error;
    }
  }

  return { line, step };
}

function elapsed(began: number): string {
  const seconds = (Date.now() - began) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} m ${Math.round(seconds % 60)} s`;
}
