import * as z from 'zod';
import { renderBriefing } from './briefing.tsx';
import { briefingData } from './briefing-data.ts';
import type { EndableMailSettings, RenderedMail } from './layout.tsx';

export const testBriefingData = z.object({
  /** Shows a fictional meeting, because none was researched yet. */
  isExample: z.boolean(),
  briefing: briefingData,
});
export type TestBriefingData = z.infer<typeof testBriefingData>;

/** Renders a briefing marked as a test. It doesn't count as a briefing, so it has no feedback links. */
export async function renderTestBriefing(
  { isExample, briefing }: TestBriefingData,
  settings: EndableMailSettings,
): Promise<RenderedMail> {
  const meetings = `${settings.publicUrl}/app/meetings`;
  return await renderBriefing(briefing, settings, [], {
    notice: settings.reader.say(isExample ? 'exampleNotice' : 'testNotice'),
    open: isExample ? meetings : `${meetings}?meeting=${briefing.meetingId}`,
  });
}
