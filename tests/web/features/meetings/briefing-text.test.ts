import { expect, test } from 'vitest';
import { briefingText } from '#web/features/meetings/briefing-text.ts';
import { buildMeeting } from './meeting.ts';
import { buildResearch } from './research.ts';

const NEWS = { title: 'News', url: 'https://brightwater.test/news' };

test('briefingText keeps source numbers and omits removed sources', () => {
  const sources = [{ title: '', url: '' }, NEWS];
  const text = briefingText(buildMeeting(), buildResearch({ sources }), 'Mon 23 Nov, 13:30');
  expect(text).toMatch(/\n\nSources\n\[2\] News: https:\/\/brightwater\.test\/news$/);
});

test('briefingText strips HTML', () => {
  const research = buildResearch({ summary: 'One<br>two <b>three</b>' });
  expect(briefingText(buildMeeting(), research, 'Mon 23 Nov, 13:30')).toContain('\n\nOne\ntwo three\n\n');
});
