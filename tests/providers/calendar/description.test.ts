import { describe, expect, test } from 'vitest';
import { pickJoinUrl } from '#domain/join-url.ts';
import { toDescription } from '#providers/calendar/description.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';

const ZOOM = 'https://us02web.zoom.us/j/81234567890?pwd=a1b2&uname=Dana';
const TEAMS =
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_ZjM2%40thread.v2/0?context=%7b%22Tid%22%3a%22c15d%22%7d';

describe('Google descriptions', () => {
  test('typed in Google Calendar keep line breaks and links, and have entities decoded', () => {
    const html =
      'Agenda:<br>1. Terms for the next year<br><br>See <a href="https://docs.google.com/document/d/1?a=1&amp;b=2" target="_blank">the draft</a> &amp; <b>bring numbers</b>';
    expect(toDescription(html)).toBe(
      'Agenda:\n1. Terms for the next year\n\nSee the draft <https://docs.google.com/document/d/1?a=1&b=2> & bring numbers',
    );
  });

  test('pasted as an html-blob keep their lists', () => {
    const html =
      '<html-blob><u></u>Before the call:&nbsp;&nbsp;<br><ul><li>Read the offer</li><li>Prices &lt; 5,000&nbsp;€</li></ul><ol><li>Open</li><li>Close</li></ol><u></u></html-blob>';
    expect(toDescription(html)).toBe(
      'Before the call:\n\n- Read the offer\n- Prices < 5,000\u00a0€\n 1. Open\n 2. Close',
    );
  });

  test('mixing line feeds with tags keep their line breaks', () => {
    const mixed = `Event Name\n30 Minute Meeting\n\nLocation: <a href="${ZOOM.replace('&', '&amp;')}">${ZOOM.replace('&', '&amp;')}</a>\nNeed changes?`;
    expect(toDescription(mixed)).toBe(`Event Name\n30 Minute Meeting\n\nLocation: ${ZOOM}\nNeed changes?`);
  });

  test.for([
    ['Plain text\nin two lines, 1 < 2', 'Plain text\nin two lines, 1 < 2'],
    ['R&amp;D and Sales', 'R&D and Sales'],
    ['Hi <Name>, from <jo@harborline.test>', 'Hi <Name>, from <jo@harborline.test>'],
    [`Join the meeting now<${TEAMS}>\r\n\r\n\r\n\r\nID: 1`, `Join the meeting now<${TEAMS}>\n\nID: 1`],
    [`<b>Today</b>: join<${TEAMS}>`, `Today: join<${TEAMS}>`],
    ['Straße 日本 🙂 &#8211; &#x2014;', 'Straße 日本 🙂 – —'],
  ] as const)('are converted to plain text: %s', ([content, text]) => {
    expect(toDescription(content)).toBe(text);
  });

  test.for([null, undefined, '', ' \n ', '<br>', '<html-blob><u></u></html-blob>', '<p>&nbsp;</p>'])(
    'are null for %s',
    (content) => {
      expect(toDescription(content)).toBeNull();
    },
  );
});

describe('Outlook descriptions', () => {
  test('from Word lose styles and Office tags but keep paragraphs', () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office">\r\n<head><meta name="Generator" content="Microsoft Word 15"><style><!--\r\np.MsoNormal {margin:0cm}\r\n--></style></head>
<body lang="EN-GB"><div class="WordSection1">\r\n<p class="MsoNormal">Hi Dana,<o:p></o:p></p>\r\n<p class="MsoNormal"><o:p>&nbsp;</o:p></p>
<p class="MsoNormal">terms for\r\nthe next year, see <a href="https://brightwater.test/offer">our\r\noffer</a>.<o:p></o:p></p>
<table class="MsoTableGrid"><tr><td><p class="MsoNormal">Stage</p></td><td><p class="MsoNormal">Price</p></td></tr></table></div></body></html>`;
    expect(toDescription(html, 'html')).toBe(
      'Hi Dana,\n\nterms for the next year, see our offer <https://brightwater.test/offer>.\nStage\n\nPrice',
    );
  });

  test('with a Teams footer keep the join link', () => {
    const html = `<html><body><br><div class="me-email-text" aria-label="Meeting join link"><div style="margin-bottom:24px">________________________________</div>
<div><span class="me-email-text">Microsoft&nbsp;Teams</span>\r\n<a href="https://aka.ms/JoinTeamsMeeting?omkt=en-GB" class="me-email-link">\r\nNeed help?</a> </div>
<div><a href="${TEAMS}" id="meet_invite_block.action.join_link" class="me-email-headline">Join the meeting now</a> </div>
<div><span>Meeting ID: </span><span>312 456 789</span></div><div><span>Passcode: </span><span>aB3xY</span></div></div></body></html>`;
    const text = toDescription(html, 'html');
    expect(text?.split('\n')).toEqual([
      '________________________________',
      'Microsoft\u00a0Teams Need help? <https://aka.ms/JoinTeamsMeeting?omkt=en-GB>',
      `Join the meeting now <${TEAMS}>`,
      'Meeting ID: 312 456 789',
      'Passcode: aB3xY',
    ]);
    expect(pickJoinUrl([text ?? ''])).toBe(TEAMS);
  });

  test('in plain text stay unchanged', () => {
    const text = `1 &lt; 2, <b>not bold</b>, join<${TEAMS}>`;
    expect(toDescription(text, 'text')).toBe(text);
  });
});

test('a Zoom invitation keeps its link and numbers in order', () => {
  const html = `<p>Ines Calvo is inviting you to a scheduled Zoom meeting.</p><p>Join Zoom Meeting<br /><a href="${ZOOM.replace('&', '&amp;')}">${ZOOM.replace('&', '&amp;')}</a></p><p>Meeting ID: 812 3456 7890<br />Passcode: 104857<br />---<br />One tap mobile<br /><a href="tel:+4969123">+4969123</a> Germany</p>`;
  const text = toDescription(html);
  expect(text).toBe(
    `Ines Calvo is inviting you to a scheduled Zoom meeting.\nJoin Zoom Meeting\n${ZOOM}\nMeeting ID: 812 3456 7890\nPasscode: 104857\n---\nOne tap mobile\n+4969123 Germany`,
  );
  expect(pickJoinUrl([text ?? ''])).toBe(ZOOM);
});

describe('hostile descriptions', () => {
  test('attack 31: lose scripts, images and non-web links', () => {
    const html =
      'a<script>alert(1)</script><style>p{}</style><img src=x onerror=alert(1)>b <a href="javascript:alert(1)">c</a> <!-- d --><p>e';
    expect(toDescription(html)).toBe('ab c\ne');
  });

  test.for([
    ['deeply nested', `${'<div>'.repeat(50_000)}x`],
    ['of brackets', '<'.repeat(1_000_000)],
    ['of open tags', '<a '.repeat(300_000)],
    ['of white space', `<b>x</b>${' '.repeat(1_000_000)}y${'\n'.repeat(100_000)}`],
    ['of entities', '&lt;'.repeat(300_000)],
  ] as const)('%s are parsed quickly', ([, content]) => {
    expect(cpuTimeOf(() => toDescription(content))).toBeLessThan(2_000);
  });
});
