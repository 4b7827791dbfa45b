import * as z from 'zod/mini';
import { CONTACT_MESSAGE, CONTACT_NAME, CONTACT_PHONE } from '#contract/contact-limits.ts';

const INVALID_NAME = `Please provide a valid name (at least ${CONTACT_NAME.minLength} characters, not just numbers)`;

const INVALID_EMAIL = 'Please enter a valid email address';

/** Client-side validation; the server checks the same rules (contract/contact.ts). */
export const contactSchema = z.object({
  /** Empty means absent. */
  name: z.string().check(
    z.trim(),
    z.maxLength(CONTACT_NAME.maxLength, 'Name is too long'),
    z.refine((text) => text === '' || (text.length >= CONTACT_NAME.minLength && !/^\d+$/.test(text)), INVALID_NAME),
  ),
  email: z.pipe(z.string().check(z.trim(), z.maxLength(254, INVALID_EMAIL)), z.email(INVALID_EMAIL)),
  phone: z
    .string()
    .check(
      z.trim(),
      z.minLength(CONTACT_PHONE.minLength, `Phone number must be at least ${CONTACT_PHONE.minLength} digits`),
      z.maxLength(CONTACT_PHONE.maxLength, 'Phone number is too long'),
      z.regex(/^[\d ()+.-]*$/, 'Phone number contains invalid characters'),
    ),
  inquiryType: z.enum(['sales', 'support'], 'Please select either Sales or Support'),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(
        CONTACT_MESSAGE.minLength,
        `Please provide at least ${CONTACT_MESSAGE.minLength} characters explaining your inquiry`,
      ),
      z.maxLength(CONTACT_MESSAGE.maxLength, `Message is too long (maximum ${CONTACT_MESSAGE.maxLength} characters)`),
    ),
  website: z.string(),
});
