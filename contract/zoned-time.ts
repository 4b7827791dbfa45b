/** For forms that take a day and time in a time zone. */
export { instantOf } from '#domain/zoned-time.ts';
