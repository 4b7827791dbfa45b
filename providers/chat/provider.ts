import type { ChannelKind } from '#domain/enumerations.ts';

/** Text shown verbatim, without markup, mentions or links. */
export type Run = { text: string; isBold?: boolean; href?: string };

export type ChatBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; runs: readonly Run[] /** In smaller or fainter type. */; isMinor?: boolean }
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
 * Posts messages. There is no idempotency token, so the caller decides by the error:
 * ChatRefusedError, RateLimitedError and VendorUnavailableError mean it was not accepted,
 * OutcomeUnknownError that this is unknown.
 */
export type ChatSender = {
  /** @returns the status of the response, 2xx */
  send: (outgoing: OutgoingChatMessage) => Promise<number>;
};
