import * as z from 'zod';
import { CONTACT_MESSAGE, CONTACT_NAME, CONTACT_PHONE } from './contact-limits.ts';
import { botTokenHeader, endpoint } from './http.ts';

export const inquiryType = z.enum(['sales', 'support'], 'Please select either Sales or Support');

const INVALID_NAME = `Please provide a valid name (at least ${CONTACT_NAME.minLength} characters, not just numbers)`;
const INVALID_EMAIL = 'Please enter a valid email address';
const SHORT_PHONE = `Phone number must be at least ${CONTACT_PHONE.minLength} digits`;
const SHORT_MESSAGE = `Please provide at least ${CONTACT_MESSAGE.minLength} characters explaining your inquiry`;

/** Rejects line breaks and other control characters, which could inject mail headers. */
const name = z
  .string(INVALID_NAME)
  .trim()
  .max(CONTACT_NAME.maxLength, 'Name is too long')
  .refine((text) => text === '' || (text.length >= CONTACT_NAME.minLength && !/^\d+$/.test(text)), INVALID_NAME)
  .refine((text) => text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text), INVALID_NAME);

/** The contact form, validated with this schema by browser and server. */
export const contactForm = z.strictObject({
  /** Empty counts as missing. */
  name: name.optional(),
  email: z.string(INVALID_EMAIL).trim().max(254, INVALID_EMAIL).pipe(z.email(INVALID_EMAIL)),
  phone: z
    .string(SHORT_PHONE)
    .trim()
    .min(CONTACT_PHONE.minLength, SHORT_PHONE)
    .max(CONTACT_PHONE.maxLength, 'Phone number is too long')
    .regex(/^[\d ()+.-]*$/, 'Phone number contains invalid characters'),
  inquiryType,
  message: z
    .string(SHORT_MESSAGE)
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(CONTACT_MESSAGE.minLength, SHORT_MESSAGE)
        .max(CONTACT_MESSAGE.maxLength, `Message is too long (maximum ${CONTACT_MESSAGE.maxLength} characters)`)
        .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), 'Message contains invalid characters'),
    ),
  /** Honeypot, hidden from people. */
  website: z.string().optional(),
});

export const sendContact = endpoint('post /contact', {
  access: 'public',
  summary: 'Write to sales or support; needs a bot token',
  headers: botTokenHeader,
  example: {
    name: 'Robin Vale',
    email: 'robin@harborline.test',
    phone: '+351 210 000 000',
    inquiryType: 'sales',
    message: 'We would like to know what a team of twelve pays.',
  },
  body: contactForm,
  data: z.object({ message: z.string() }),
});
