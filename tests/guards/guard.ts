/** One guard of docs/security.md: where it stands, what the product is without it, and the test that has to notice. */
export type Guard = {
  /** Row of the table of attacks. */
  row: number;
  /** What the guard does, in a few words. */
  what: string;
  /** From the root of the repository. */
  file: string;
  /** The guard's own text, found in the file once. */
  text: string;
  /** What stands in its place once the guard is gone. The file must still run. */
  without: string;
  test: {
    file: string;
    /** The title of the test, or the beginning of the titles of several: one of them has to fail. */
    title: string;
  };
};
