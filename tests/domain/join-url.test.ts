import { expect, test } from 'vitest';
import { pickJoinUrl } from '#domain/join-url.ts';

test.for([
  ['https://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
  ['Join: https://us02web.zoom.us/j/812345?pwd=x. Thanks', 'https://us02web.zoom.us/j/812345?pwd=x'],
  ['<a href="https://us02web.zoom.us/j/8?pwd=a&amp;uname=b">join</a>', 'https://us02web.zoom.us/j/8?pwd=a&uname=b'],
  [
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fteams.microsoft.com%2Fl%2Fmeetup-join%2F19&data=05',
    'https://teams.microsoft.com/l/meetup-join/19',
  ],
  [
    // Teams wraps its links in a path of its own; a wrapped link may be wrapped again.
    'https://eur01.safelinks.protection.outlook.com/ap/t-59584e83/?url=https%3A%2F%2Fnam02.safelinks.protection.outlook.com%2F%3Furl%3Dhttps%253A%252F%252Fzoom.us%252Fj%252F1',
    'https://zoom.us/j/1',
  ],
  ['Join<https://teams.microsoft.com/meet/2391?p=x>', 'https://teams.microsoft.com/meet/2391?p=x'],
  ['https://gcc02.safelinks.protection.office365.us/?url=https%3A%2F%2Fzoom.us%2Fj%2F2', 'https://zoom.us/j/2'],
  [
    'https://www.google.com/url?q=https%3A%2F%2Fharborline.webex.com%2Fmeet%2Fdana&sa=D',
    'https://harborline.webex.com/meet/dana',
  ],
] as const)('case 40: %s leads to %s', ([text, url]) => {
  expect(pickJoinUrl([text])).toBe(url);
});

test.for([
  'https://zoom.us.evil.com/j/8123',
  'https://evil.com/https://zoom.us/j/8123',
  'https://zoom.us@evil.com/j/8123',
  'https://user:secret@zoom.us/j/8123',
  'http://zoom.us/j/8123',
  'https://zoom.us:8443/j/8123',
  'https://zoom.us/download',
  'https://xzoom.us/j/8123',
  'https://meet.google.com/',
  'javascript:alert(1)//zoom.us/j/1',
  'https://eur01.safelinks.protection.outlook.com.evil.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F1',
  'Room 4',
  '',
])('case 40: %s leads nowhere', (text) => {
  expect(pickJoinUrl([text])).toBeNull();
});

test('case 40: the candidate that is trusted most wins, and one that leads nowhere is passed over', () => {
  const candidates = ['Room 4', 'https://meet.google.com/first', 'https://zoom.us/j/2'];
  expect(pickJoinUrl(candidates)).toBe('https://meet.google.com/first');
});

test('a hostile text is read in no time', () => {
  const began = performance.now();
  expect(pickJoinUrl([`https://${'a'.repeat(100_000)}`, '&'.repeat(100_000), 'https://'.repeat(20_000)])).toBeNull();
  expect(performance.now() - began).toBeLessThan(1000);
});
