import { expect, test } from 'vitest';
import { channelHint, whyNotChannelAddress } from '#domain/channel-address.ts';

const STAND_IN = 'http://127.0.0.1:4008';

test.each([
  ['slack', 'https://hooks.slack.com/services/T000/B000/secret'],
  ['slack', 'https://hooks.slack.com/triggers/T000/1/secret'],
  ['teams', 'https://harborline.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d'],
  ['teams', 'https://prod-12.westeurope.logic.azure.com/workflows/x/triggers/manual/paths/invoke?sig=s'],
  ['teams', 'https://default0.a1.environment.api.powerplatform.com/powerautomate/automations/direct/x?sig=s'],
  ['slack', 'http://localhost:4008/slack/a'],
  ['teams', 'http://127.0.0.1:4008/teams/a'],
] as const)('%s accepts %s', (kind, address) => {
  expect(whyNotChannelAddress(kind, address, STAND_IN)).toBeNull();
});

test.each([
  ['slack', 'http://hooks.slack.com/services/x'],
  ['slack', 'https://hooks.slack.com'],
  ['slack', 'https://hooks.slack.com:8443/services/x'],
  ['slack', 'https://me:pw@hooks.slack.com/services/x'],
  ['slack', 'https://hooks.slack.com.evil.test/services/x'],
  ['slack', 'https://evilhooks.slack.com/services/x'],
  ['slack', 'https://hooks.slack.com@evil.test/services/x'],
  ['slack', 'https://prod-12.westeurope.logic.azure.com/workflows/x'],
  ['slack', 'http://127.0.0.1:4008/teams/a'],
  ['slack', 'http://127.0.0.1:4007/slack/a'],
  ['slack', 'services/x'],
  ['teams', 'https://webhook.office.com/x'],
  ['teams', 'https://evilwebhook.office.com/x'],
  ['teams', 'https://harborline.webhook.office.com.evil.test/x'],
  ['teams', 'https://hooks.slack.com/services/x'],
] as const)('attack 63: %s rejects %s', (kind, address) => {
  expect(whyNotChannelAddress(kind, address, STAND_IN) ?? 'It is taken.').toMatch(/^Enter the URL of a /);
});

test('attack 63: production rejects sandbox addresses', () => {
  expect(whyNotChannelAddress('slack', `${STAND_IN}/slack/a`, null)).not.toBeNull();
});

test('the hint shows only the host and the last four characters', () => {
  expect(channelHint('https://hooks.slack.com/services/T000/B000/secret')).toBe('hooks.slack.com/…cret');
  expect(channelHint('https://a.logic.azure.com/workflows/x?sp=1&sig=abcdef')).toBe('a.logic.azure.com/…cdef');
});
