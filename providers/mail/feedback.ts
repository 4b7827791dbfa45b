/** The mail service's later reports on emails it accepted. */
export type MailFeedback =
  /**
   * Addresses that must not be emailed again, as spelled in the email, after a permanent bounce or a
   * spam complaint. `isWithheld`: the service never sent the email, since the address is on a list of its own.
   */
  | { kind: 'stop'; reason: 'bounce' | 'complaint'; addresses: string[]; reportedAt: Date; isWithheld: boolean }
  /** The service asks us to confirm our subscription to its reports. */
  | { kind: 'confirmation'; confirm: () => Promise<void> }
  /** No action needed, for example delivered, delayed or mailbox full. */
  | { kind: 'other' };

export type MailFeedbackReader = {
  /**
   * Reads a posted report; null unless it is genuine and meant for us.
   *
   * @throws VendorUnavailableError if that cannot be verified now
   */
  read(body: string): Promise<MailFeedback | null>;
};
