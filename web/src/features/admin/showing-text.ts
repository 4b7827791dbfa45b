import type { WhitelistPage } from './whitelist-page.ts';

/** `Showing 51 to 73 of 73 entries` */
export function showingText({ page, limit }: WhitelistPage, shown: number, total: number): string {
  const before = (page - 1) * limit;
  return `Showing ${shown === 0 ? 0 : before + 1} to ${before + shown} of ${total} entries`;
}
