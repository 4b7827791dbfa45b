import { WHITELIST_DEFAULT_PAGE_SIZE, WHITELIST_PAGE_SIZES } from '#contract/limits.ts';

/** Which part of the whitelist is shown. */
export type WhitelistPage = { page: number; limit: number };

/** What the address says of it; 1 and 50 are not said. */
export type WhitelistSearch = { page?: number; limit?: number };

/** Of the address; anything that is no page or no size there is counts as not said. */
export function readWhitelistSearch(search: Record<string, unknown>): WhitelistSearch {
  const page = Number(search['page']);
  const limit = WHITELIST_PAGE_SIZES.find((size) => size === Number(search['limit']));
  return {
    ...(Number.isInteger(page) && page > 1 && page < 1_000_000 && { page }),
    ...(limit !== undefined && limit !== WHITELIST_DEFAULT_PAGE_SIZE && { limit }),
  };
}
