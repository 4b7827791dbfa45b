/** What a form for a day and time in a zone needs. */
export { instantOf } from '#domain/zoned-time.ts';
