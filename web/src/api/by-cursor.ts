type Cursor = string | undefined;

/** Options for an infinite query over an endpoint that is paged by `nextCursor`. */
export const byCursor: {
  initialPageParam: Cursor;
  getNextPageParam: (page: { nextCursor: string | null }) => string | null;
} = {
  initialPageParam: undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor,
};
