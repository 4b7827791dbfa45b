import { expect, test } from 'vitest';
import { pickJoinUrl, readJoinUrl } from '#domain/join-url.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';

test.for([
  ['https://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
  ['Join: https://us02web.zoom.us/j/812345?pwd=x. Thanks', 'https://us02web.zoom.us/j/812345?pwd=x'],
  ['<a href="https://us02web.zoom.us/j/8?pwd=a&amp;uname=b">join</a>', 'https://us02web.zoom.us/j/8?pwd=a&uname=b'],
  [
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fteams.microsoft.com%2Fl%2Fmeetup-join%2F19&data=05',
    'https://teams.microsoft.com/l/meetup-join/19',
  ],
  [
    // In Teams, Safe Links use their own path, and a wrapped link may be wrapped again.
    'https://eur01.safelinks.protection.outlook.com/ap/t-59584e83/?url=https%3A%2F%2Fnam02.safelinks.protection.outlook.com%2F%3Furl%3Dhttps%253A%252F%252Fzoom.us%252Fj%252F1',
    'https://zoom.us/j/1',
  ],
  ['Join<https://teams.microsoft.com/meet/2391?p=x>', 'https://teams.microsoft.com/meet/2391?p=x'],
  ['https://gcc02.safelinks.protection.office365.us/?url=https%3A%2F%2Fzoom.us%2Fj%2F2', 'https://zoom.us/j/2'],
  [
    'https://www.google.com/url?q=https%3A%2F%2Fharborline.webex.com%2Fmeet%2Fdana&sa=D',
    'https://harborline.webex.com/meet/dana',
  ],
  [
    'https://statics.teams.cdn.office.net/evergreen-assets/safelinks/2/atp-safelinks.html?url=https%3A%2F%2Fzoom.us%2Fj%2F3&locale=en',
    'https://zoom.us/j/3',
  ],
  ['https://meet.google.com/linkredirect?authuser=0&dest=https%3A%2F%2Fzoom.us%2Fj%2F4', 'https://zoom.us/j/4'],
  ['https://urldefense.com/v3/__https://acme.zoom.us/j/5?pwd=a.1__;!!Km9xQ!x9-Zt$', 'https://acme.zoom.us/j/5?pwd=a.1'],
  ['https://urldefense.com/v3/__https://acme.zoom.us/j/5*success__;Iw!!Km9xQ!x9$', 'https://acme.zoom.us/j/5#success'],
  ['https://urldefense.us/v3/__https://acme.zoom.us/j/5**Ax__;IyE!!Km9xQ!x9$', 'https://acme.zoom.us/j/5#!x'],
  [
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__acme.zoom.us_j_5-3Fpwd-3Dab-5Fc&d=DwMFAg&c=x',
    'https://acme.zoom.us/j/5?pwd=ab_c',
  ],
  ['https://secure-web.cisco.com/1Fp-A9_t/https%3A%2F%2Fzoom.us%2Fj%2F6', 'https://zoom.us/j/6'],
  ['https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fzoom.us%2fj%2f7&c=E,1,Ez0&typo=1', 'https://zoom.us/j/7'],
  [
    'https://cas5-0-urlprotect.trendmicro.com:443/wis/clicktime/v1/query?url=https%3a%2f%2fzoom.us%2fj%2f8&umid=1',
    'https://zoom.us/j/8',
  ],
  ['Zoom: acme.zoom.us/j/9?pwd=x.', 'https://acme.zoom.us/j/9?pwd=x'],
  ['(meet.google.com/abc-defg-hij)', 'https://meet.google.com/abc-defg-hij'],
  ['会议链接：https://zoom.us/j/10?pwd=a，密码：1', 'https://zoom.us/j/10?pwd=a'],
  ['https://zoom.us/j/11\u200b', 'https://zoom.us/j/11'],
  ['*https://zoom.us/j/12*', 'https://zoom.us/j/12'],
  [
    'Help: https://help.webex.com/en-us/1 https://www.webex.com/pricing.html https://acme.webex.com/meet/ines',
    'https://acme.webex.com/meet/ines',
  ],
] as const)('case 40: finds the link in %s: %s', ([text, url]) => {
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
  'https://whereby.com',
  'https://acme.whereby.com/?ref=mail',
  'javascript:alert(1)//zoom.us/j/1',
  'https://eur01.safelinks.protection.outlook.com.evil.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F1',
  'https://meet.google.com/linkredirect?dest=https%3A%2F%2Fevil.com%2Fj',
  'https://meet.google.com/linkredirect',
  'https://urldefense.com/v3/__https://evil.com/j/1__;!!Km9xQ!x9$',
  'https://urldefense.com/v3/__https://zoom.us*evil.com/j/1__;QA!!Km9xQ!x9$',
  'https://urldefense.com/v3/__https://zoom.us/j/1',
  'https://evil.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F1',
  'https://evil.com/zoom.us/j/1',
  'dana@zoom.us/j/1',
  'xzoom.us/j/1',
  'https://app.cal.com/booking/1',
  'https://calendly.com/reschedulings/1234',
  'https://app.slack.com/client/T01/C01',
  'https://acme.webex.com/recordingservice/sites/acme/recording/8c76/play',
  'Room 4',
  '',
])('case 40: finds no link in %s', (text) => {
  expect(pickJoinUrl([text])).toBeNull();
});

test('case 40: the first candidate with a valid link wins', () => {
  const candidates = ['Room 4', 'https://meet.google.com/first', 'https://zoom.us/j/2'];
  expect(pickJoinUrl(candidates)).toBe('https://meet.google.com/first');
});

test.for([
  'https://acme.zoom.us/j/1',
  'https://acme.zoom.us/my/dana',
  'https://zoom.us/wc/join/1',
  'https://acme.zoomgov.com/j/1',
  'https://acme.webex.com/acme/j.php?MTID=m1',
  'https://acme.webex.com/join/dana',
  'https://acme.webex.com/webappng/sites/acme/meeting/info/12345',
  'https://acme.webex.com/wbxmjs/joinservice/sites/acme/meeting/download/cded?siteurl=acme',
  'https://meet.goto.com/123456789',
  'https://app.goto.com/meeting/123456789',
  'https://global.gotomeeting.com/join/1',
  'https://whereby.com/acme',
  'https://acme.whereby.com/room',
  'https://meet.around.co/r/abc',
  'https://app.chime.aws/meetings/1',
  'https://chime.aws/1',
  'https://v.ringcentral.com/join/1',
  'https://meetings.ringcentral.com/j/1',
  'https://meetings.officeathand.att.com/j/1',
  'https://zoom.com/j/1',
  'https://telekom.zoom-x.de/j/1?pwd=x',
  'https://meetings.vonage.com/123456789',
  'https://app.cal.com/video/mVp4yQC6kwmHhK4p78UVJN',
  'https://calendly.com/events/12345678-1234/google_meet',
  'https://app.slack.com/huddle/T01/C01',
  'https://riverside.fm/studio/acme',
  'https://bluejeans.com/1/2',
  'https://acme.bluejeans.com/1',
  'https://call.lifesizecloud.com/1',
  'https://meet.jit.si/Room',
  'https://8x8.vc/acme/room',
  'https://join.skype.com/abc',
  'https://meet.lync.com/acme/dana/ABC',
  'https://teams.live.com/meet/1',
  'https://gov.teams.microsoft.us/l/meetup-join/19%3a1',
] as const)('case 40: %s is found in text', (url) => {
  expect(pickJoinUrl([`Join here: ${url}.`])).toBe(url);
});

test('case 40: a conference link from the vendor is accepted on any public host over https', () => {
  const zoom = 'https://zoom.us/j/2';
  expect(pickJoinUrl([zoom], ['https://talk.acme.test/r/7'])).toBe('https://talk.acme.test/r/7');
  expect(pickJoinUrl([], ['https://talk.acme.test:8443/r/7'])).toBe('https://talk.acme.test:8443/r/7');
  for (const refused of [
    'http://talk.acme.test/r/7',
    'https://zoom.us@evil.test/j/1',
    'https://10.0.0.1/r/7',
    'https://[::1]/r',
    'https://intranet/r/7',
    'https://localhost/r/7',
    'https://printer.local/r/7',
    'javascript:alert(1)',
    `https://talk.acme.test/${'a'.repeat(3000)}`,
    'talk.acme.test/r/7',
    '',
  ]) {
    expect(pickJoinUrl([zoom], [refused])).toBe(zoom);
  }
});

test('case 40: an unrecognized link host is reported', () => {
  expect(readJoinUrl('https://zoom.us/j/1')).toEqual({ href: 'https://zoom.us/j/1', unknownHost: null });
  expect(readJoinUrl('https://talk.acme.test/r/7')?.unknownHost).toBe('talk.acme.test');
  expect(readJoinUrl('http://zoom.us/j/1')).toBeNull();
});

test('hostile text is parsed quickly', () => {
  let picked: string | null = '';
  const took = cpuTimeOf(() => {
    picked = pickJoinUrl([
      `https://${'a'.repeat(100_000)}`,
      '&'.repeat(100_000),
      'https://'.repeat(20_000),
      'a.'.repeat(100_000),
      'a-'.repeat(100_000),
      `https://urldefense.com/v3/${'__'.repeat(50_000)}`,
    ]);
  });
  expect(picked).toBeNull();
  expect(took).toBeLessThan(1000);
});
