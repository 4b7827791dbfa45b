/** One signed message to an address of a user's choice. */
export type OutgoingMessage = {
  /** The same in each attempt: by it the receiver knows what it has had. */
  id: string;
  url: string;
  secret: string;
  body: string;
};

export type WebhookSender = {
  /**
   * @returns the status of the answer, 2xx
   * @throws WebhookRefusedError where it was definitely not taken, OutcomeUnknownError where that cannot be told
   */
  send: (message: OutgoingMessage) => Promise<number>;
};

/** Why a user's address did not take a message; stands in a row and is put into words for the user. */
export type RefusalCode = 'not_found' | 'not_public' | 'unreachable' | 'redirect' | 'status';
