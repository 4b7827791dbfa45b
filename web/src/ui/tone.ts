export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

export const toneBadge: Record<Tone, string> = {
  neutral: 'bg-hover text-ink2',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

export const toneText: Record<Tone, string> = {
  neutral: 'text-ink3',
  accent: 'text-accent-text',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
};
