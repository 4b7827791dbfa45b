import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '#tests/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.close();
});

const RESET = '/api/auth/reset-password';
const NEW_PASSWORD = 'a long way to remember';

test.each([
  ['nothing to reset with', RESET, {}, 'token', 'Invalid or missing reset token'],
  ['an empty token', RESET, { token: '', newPassword: NEW_PASSWORD }, 'token', 'Invalid or missing reset token'],
  ['no password', RESET, { token: 'x' }, 'newPassword', 'Password must be at least 8 characters long'],
  ['nobody to mail to', '/api/auth/send-verification-email', {}, 'email', 'Please enter your email address'],
  ['an empty address', '/api/auth/forget-password', { email: ' ' }, 'email', 'Please enter your email address'],
  ['no address', '/api/auth/forget-password', { email: 'at' }, 'email', 'Please enter a valid email address'],
])('%s is answered in the words of the specification, the first field first', async (_, path, body, field, message) => {
  const answer = await api.client().request('POST', path, { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ message: `Validation failed: ${message}`, errors: { [field]: message } });
});
