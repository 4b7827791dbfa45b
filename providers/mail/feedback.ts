/** What the mail service has to tell afterwards about mails that it took. */
export type MailFeedback =
  /** No more mail may go to these addresses, as they were written on the mail: it came back for good, or a reader called it spam. */
  | { kind: 'stop'; reason: 'bounce' | 'complaint'; addresses: string[]; reportedAt: Date }
  /** The service asks whether its reports are wanted here. */
  | { kind: 'confirmation'; confirm: () => Promise<void> }
  /** Nothing follows from it: delivered, delayed, a mailbox that is full. */
  | { kind: 'other' };

export type MailFeedbackReader = {
  /**
   * Reads a report as it was posted. Null when it is not a genuine one of ours.
   *
   * @throws VendorUnavailableError when that could not be found out
   */
  read(body: string): Promise<MailFeedback | null>;
};
