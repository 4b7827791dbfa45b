import * as z from 'zod/mini';
import type { BriefingPreferences } from '#contract/users.ts';

const MAX_MINUTES = 48 * 60;
const clockTime = z.string().check(z.regex(/^\d\d:\d\d$/, 'Please enter a time like 22:00'));

/** The preferences as form values: the lead time has a unit, and quiet hours keep their times while turned off. */
export const briefingFormSchema = z
  .object({
    lead: z.string().check(z.regex(/^\d{1,4}$/, 'Please enter a whole number')),
    unit: z.enum(['minutes', 'hours']),
    isQuiet: z.boolean(),
    quietStart: clockTime,
    quietEnd: clockTime,
    digest: z.boolean(),
    paused: z.boolean(),
  })
  .check(
    z.refine(
      (form) => {
        const minutes = leadMinutes(form);
        return minutes >= 1 && minutes <= MAX_MINUTES;
      },
      { path: ['lead'], error: 'Please choose between 1 minute and 48 hours' },
    ),
    z.refine(({ isQuiet, quietStart, quietEnd }) => !isQuiet || quietStart !== quietEnd, {
      path: ['quietEnd'],
      error: 'Must differ from the start time',
    }),
  );
export type BriefingForm = z.infer<typeof briefingFormSchema>;

export function toBriefingForm({
  leadMinutes: minutes,
  quietHours,
  digest,
  paused,
}: BriefingPreferences): BriefingForm {
  const isWhole = minutes % 60 === 0;
  return {
    lead: String(isWhole ? minutes / 60 : minutes),
    unit: isWhole ? 'hours' : 'minutes',
    isQuiet: quietHours !== null,
    quietStart: quietHours?.start ?? '22:00',
    quietEnd: quietHours?.end ?? '07:00',
    digest,
    paused,
  };
}

export function toPreferences(form: BriefingForm): BriefingPreferences {
  const { isQuiet, quietStart, quietEnd, digest, paused } = form;
  const quietHours = isQuiet ? { start: quietStart, end: quietEnd } : null;
  return { leadMinutes: leadMinutes(form), quietHours, digest, paused };
}

function leadMinutes({ lead, unit }: Pick<BriefingForm, 'lead' | 'unit'>): number {
  return Number(lead) * (unit === 'hours' ? 60 : 1);
}
