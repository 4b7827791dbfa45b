/** Something in the answer of a model that could not be used. It holds no words of the answer, so that it can stand in a log. */
export type Fault = {
  step: 'gather' | 'veto' | 'judge';
  /** `quote_not_in_page`; why the veto dropped a statement; what is wrong with a verdict, or with all of an answer. */
  code: string;
  /** Of the statement; null where it is none of a known one. */
  id: string | null;
};

export type OnFault = (fault: Fault) => void;
