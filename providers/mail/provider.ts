/** One email to one person, ready to send. */
export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Additional headers, for example List-Unsubscribe. */
  headers: Record<string, string>;
};

/**
 * The mail service. There are no idempotency keys, so the error determines whether a retry is safe: RateLimitedError,
 * VendorUnavailableError, AccountRejectedError and RequestRejectedError mean that the email was not accepted;
 * OutcomeUnknownError, that it may have been.
 */
export type MailProvider = {
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ providerMessageId: string }>;
};
