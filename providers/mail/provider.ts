/** One mail to one person, ready to send. */
export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Additional headers, for example List-Unsubscribe. */
  headers: Record<string, string>;
};

/**
 * The mail service. There is no idempotency token, so the caller decides by the error:
 * RateLimitedError, VendorUnavailableError and RequestRejectedError mean the mail was not accepted,
 * OutcomeUnknownError that this is unknown.
 */
export type MailProvider = {
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ providerMessageId: string }>;
};
