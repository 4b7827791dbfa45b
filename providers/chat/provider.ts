import type { ChannelKind } from '#domain/enumerations.ts';

/** Text shown verbatim: markup and mentions in it have no effect. With `href`, all of it is a link. */
export type Run = { text: string; isBold?: boolean; href?: string };

/** `isMinor`: in smaller or fainter type. */
export type ChatBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; runs: readonly Run[]; isMinor?: boolean }
  | { kind: 'list'; items: readonly (readonly Run[])[] }
  | { kind: 'links'; links: readonly { text: string; href: string }[] };

/** A vendor-neutral message. */
export type ChatMessage = {
  /** The notification text. */
  summary: string;
  blocks: readonly ChatBlock[];
};

export type OutgoingChatMessage = { kind: ChannelKind; address: string; message: ChatMessage };

/**
 * Posts messages. There are no idempotency keys, so the error determines whether a retry is safe: ChatRefusedError,
 * RateLimitedError and VendorUnavailableError mean that the message was not accepted; OutcomeUnknownError, that it may
 * have been.
 */
export type ChatSender = {
  /** @returns the status of the response, 2xx */
  send: (outgoing: OutgoingChatMessage) => Promise<number>;
};
