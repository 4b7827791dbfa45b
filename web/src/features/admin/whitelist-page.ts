import { WHITELIST_DEFAULT_PAGE_SIZE, WHITELIST_PAGE_SIZES } from '#contract/limits.ts';

/** A list's current page, from 1, and the number of rows per page. */
export type WhitelistPage = { page: number; limit: number };

/** The page in the URL, without the defaults (page 1, 50 rows). */
export type WhitelistSearch = { page?: number; limit?: number };

/** Reads the page from the URL; an invalid page or size counts as absent. */
export function readWhitelistSearch(search: Record<string, unknown>): WhitelistSearch {
  const page = Number(search['page']);
  const limit = WHITELIST_PAGE_SIZES.find((size) => size === Number(search['limit']));
  return {
    ...(Number.isInteger(page) && page > 1 && page < 1_000_000 && { page }),
    ...(limit !== undefined && limit !== WHITELIST_DEFAULT_PAGE_SIZE && { limit }),
  };
}

/** Adds the defaults that the URL leaves out. */
export function wholePage({ page = 1, limit = WHITELIST_DEFAULT_PAGE_SIZE }: WhitelistSearch): WhitelistPage {
  return { page, limit };
}
