import type { ChannelKind } from '#domain/enumerations.ts';

/** Text as it is to be read: neither vendor finds markup, mentions or links in it. */
export type Run = { text: string; isBold?: boolean; href?: string };

export type ChatBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; runs: readonly Run[] /** In smaller or fainter letters. */; isMinor?: boolean }
  | { kind: 'list'; items: readonly (readonly Run[])[] }
  | { kind: 'links'; links: readonly { text: string; href: string }[] };

/** One message, in no vendor's terms. */
export type ChatMessage = {
  /** What a notification shows. */
  summary: string;
  blocks: readonly ChatBlock[];
};

export type OutgoingChatMessage = { kind: ChannelKind; address: string; message: ChatMessage };

/**
 * Posts messages. No address has an idempotency token, so the caller decides by the error: ChatRefusedError, RateLimitedError and VendorUnavailableError say
 * that it was not taken; OutcomeUnknownError that nobody can tell.
 */
export type ChatSender = {
  /** @returns the status of the answer, 2xx */
  send: (outgoing: OutgoingChatMessage) => Promise<number>;
};
