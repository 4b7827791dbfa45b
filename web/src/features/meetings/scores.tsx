import { cx } from '#web/ui/cx.ts';
import { type Tone, toneText } from '#web/ui/tone.ts';

type Props = { qualityScore: number; confidence: number };

/** Both in per cent: green from 80, yellow from 60, red below. */
export function Scores({ qualityScore, confidence }: Props) {
  return (
    <dl className="flex gap-5 text-sm">
      <Score name="Quality" percent={qualityScore} />
      <Score name="Confidence" percent={confidence} />
    </dl>
  );
}

function Score({ name, percent }: { name: string; percent: number }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink3">{name}</dt>
      <dd className={cx('font-medium', toneText[scoreTone(percent)])}>{Math.round(percent)}%</dd>
    </div>
  );
}

export function scoreTone(percent: number): Tone {
  if (percent >= 80) return 'success';
  return percent >= 60 ? 'warning' : 'danger';
}
