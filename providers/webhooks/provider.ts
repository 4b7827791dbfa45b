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
   * @throws WebhookRefusedError
   */
  send: (message: OutgoingMessage) => Promise<number>;
};

/** Why a message to a user's URL was not accepted; stored in a row, and explained to the user. */
export type RefusalCode = 'not_found' | 'not_public' | 'unreachable' | 'no_answer' | 'redirect' | 'status';
