import { expect, test } from 'vitest';
import { mailboxOf } from '#domain/mailbox.ts';

test.each([
  ['dana+sales@brightwater.test', 'dana@brightwater.test'],
  ['dana+a+b@brightwater.test', 'dana@brightwater.test'],
  ['d.ana@brightwater.test', 'd.ana@brightwater.test'],
  ['d.a.na+sales@gmail.com', 'dana@gmail.com'],
  ['dana@googlemail.com', 'dana@gmail.com'],
  ['+dana@brightwater.test', '+dana@brightwater.test'],
])('%s delivers to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
