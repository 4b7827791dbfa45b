/** What a form that asks for a day and a time in a zone needs. */
export { instantOf } from '#domain/zoned-time.ts';
