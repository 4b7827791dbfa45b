/** A browser as it subscribed (https://www.w3.org/TR/push-api/). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  target: PushTarget;
  /** Encrypted for the browser. */
  payload: string;
  /** After this nobody needs it any more. */
  ttlS: number;
};

export type PushSender = {
  /**
   * @returns the status of the vendor's answer, 2xx: it has taken the message
   * @throws PushRefusedError where it was definitely not taken, OutcomeUnknownError where that cannot be told
   */
  send: (message: PushMessage) => Promise<number>;
};
