/** A browser's push subscription (https://www.w3.org/TR/push-api/). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  target: PushTarget;
  /** Encrypted for the browser. */
  payload: string;
  /** Seconds the message stays useful. */
  ttlS: number;
};

export type PushSender = {
  /**
   * @returns the status of the vendor's response, 2xx, once it has accepted the message
   * @throws PushRefusedError if it was definitely rejected, OutcomeUnknownError if it may have been accepted
   */
  send: (message: PushMessage) => Promise<number>;
};
