import { percentText } from '#web/features/time/number-text.ts';
import { cx } from '#web/ui/cx.ts';
import { type Tone, toneText } from '#web/ui/tone.ts';

type Props = { qualityScore: number; confidence: number; reasons: string[] };

/** Both scores in percent (green from 80, yellow from 60, red below), and what lowers them. */
export function Scores({ qualityScore, confidence, reasons }: Props) {
  return (
    <div className="text-sm">
      <dl className="flex gap-5">
        <Score name="Quality" percent={qualityScore} />
        <Score name="Confidence" percent={confidence} />
      </dl>
      {reasons.length > 0 && (
        <ul aria-label="What lowers the scores" className="mt-1.5 max-w-[66ch] list-disc pl-4 text-ink3">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Score({ name, percent }: { name: string; percent: number }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink3">{name}</dt>
      <dd className={cx('font-medium', toneText[scoreTone(percent)])}>{percentText(percent)}</dd>
    </div>
  );
}

export function scoreTone(percent: number): Tone {
  if (percent >= 80) return 'success';
  return percent >= 60 ? 'warning' : 'danger';
}
