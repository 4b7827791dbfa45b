/** Later reports of the mail service about accepted mails. */
export type MailFeedback =
  /**
   * Addresses that must not be mailed again, as spelled in the mail, after a permanent bounce or a
   * spam complaint.
   */
  | { kind: 'stop'; reason: 'bounce' | 'complaint'; addresses: string[]; reportedAt: Date }
  /** The service asks to confirm the subscription to its reports. */
  | { kind: 'confirmation'; confirm: () => Promise<void> }
  /** No action needed: delivered, delayed or mailbox full. */
  | { kind: 'other' };

export type MailFeedbackReader = {
  /**
   * Reads a posted report. Null unless it is genuine and ours.
   *
   * @throws VendorUnavailableError if that could not be verified
   */
  read(body: string): Promise<MailFeedback | null>;
};
