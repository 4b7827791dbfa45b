/** An unusable part of a model's answer. Contains nothing of the answer itself, so it can be logged. */
export type Fault = {
  step: 'gather' | 'veto' | 'judge';
  /**
   * `quote_not_in_page`, the veto's reason for dropping a statement, or what is wrong with a verdict or the whole
   * answer.
   */
  code: string;
  /** The statement's id; null without a known statement. */
  id: string | null;
};

export type OnFault = (fault: Fault) => void;
