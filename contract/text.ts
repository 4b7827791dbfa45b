import * as z from 'zod';
import { isKnownTimeZone } from '#domain/known-time-zone.ts';
import { knownLocale } from '#domain/locale.ts';
import { DOMAIN_NAME, INVALID_DOMAIN, toDomainName } from './domain-name.ts';

/** A single trimmed line, without line breaks, control characters (NUL cannot be stored) or lone surrogates. */
export const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine((text) => text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text), 'must be a single line of text');

/** Like `line`, with line breaks and tabs. */
export const paragraphs = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(text), 'must be plain text');

/** A host name of at least two labels. */
export const domainName = z.string().transform(toDomainName).pipe(z.string().regex(DOMAIN_NAME, INVALID_DOMAIN));

/** An IANA time zone. Rejects offsets, although the platform accepts them as zones. */
export const timeZone = z.string().max(64).refine(isKnownTimeZone, 'Please choose a time zone');

/** BCP 47 tag of a locale, as `Intl` writes it. */
export const locale = z
  .string()
  .max(64)
  .transform((text, context) => {
    const known = knownLocale(text);
    if (known !== null) return known;
    context.addIssue({ code: 'custom', message: 'Please choose a region format (a BCP 47 locale such as en-GB)' });
    return z.NEVER;
  });
