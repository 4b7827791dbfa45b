// zod/mini takes 20 KB off a visitor's first download.
import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/limits.ts';

/** An email address, with the specification's error messages. */
export const emailField = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter your email address'),
      z.maxLength(254, 'Please enter a valid email address'),
    ),
  z.email('Please enter a valid email address'),
);

export const emailFields = z.object({ email: emailField });

/** The fields of a sign-in form. */
export const signInFields = z.object({
  email: emailField,
  password: z
    .string()
    .check(z.minLength(1, 'Please enter your password'), z.maxLength(PASSWORD_MAX_LENGTH, 'Invalid email or password')),
});

export const newPasswordField = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`),
    z.maxLength(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`),
  );
