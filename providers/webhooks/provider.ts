/** One signed message to a URL chosen by a user. */
export type OutgoingMessage = {
  /** The same for every attempt, so that the receiver can detect duplicates. */
  id: string;
  url: string;
  secret: string;
  body: string;
};

export type WebhookSender = {
  /**
   * @returns the status of the response, 2xx
   * @throws WebhookRefusedError if it was definitely rejected, OutcomeUnknownError if that is unknown
   */
  send: (message: OutgoingMessage) => Promise<number>;
};

/** Why a user's address rejected a message; stored in a row and shown to the user in words. */
export type RefusalCode = 'not_found' | 'not_public' | 'unreachable' | 'redirect' | 'status';
