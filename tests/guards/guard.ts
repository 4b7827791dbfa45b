/** A guard listed in docs/security.md: its location, its removal, and the test that must notice the removal. */
export type Guard = {
  /** The row in the table of attacks. */
  row: number;
  /** The guard's purpose, in a few words. */
  what: string;
  /** Relative to the repository root. */
  file: string;
  /** The guard's source text, which must occur once in the file. */
  text: string;
  /** The replacement that removes the guard. The file must still run. */
  without: string;
  test: {
    file: string;
    /** A test title or a prefix of several; one of them must fail. */
    title: string;
  };
};

/** A guard's own fields; its group adds the rest. `test` is a title; `without` is empty by default. */
type Removal = Pick<Guard, 'file' | 'text'> & { without?: string; test: string };

/** Returns a row's guards whose tests are in one file. @param removals by the guard's purpose */
export function guardsOf(row: number, testFile: string, removals: Record<string, Removal>): Guard[] {
  return Object.entries(removals).map(([what, { file, text, without = '', test: title }]) => ({
    row,
    what,
    file,
    text,
    without,
    test: { file: testFile, title },
  }));
}
