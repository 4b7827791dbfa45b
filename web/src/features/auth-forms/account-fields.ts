// zod/mini: the forms of visitors are the product's first download, and the small build of the same library spares them 20 KB.
import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/limits.ts';

/** An email field of a form, with the specification's words. */
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

/** What a sign-in asks for. */
export const signInFields = z.object({
  email: emailField,
  password: z
    .string()
    .check(z.minLength(1, 'Please enter your password'), z.maxLength(PASSWORD_MAX_LENGTH, 'Invalid email or password')),
});

/** A password being chosen. */
export const newPasswordField = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`),
    z.maxLength(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`),
  );
