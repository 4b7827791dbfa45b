/** One mail to one person, ready to leave. */
export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Further headers, for example List-Unsubscribe. */
  headers: Record<string, string>;
};

/**
 * The mail service. A mail has no idempotency token there, so the caller decides by the error: RateLimitedError, VendorUnavailableError and
 * RequestRejectedError say that the mail was not taken; OutcomeUnknownError that nobody can tell.
 */
export type MailProvider = {
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ providerMessageId: string }>;
};
