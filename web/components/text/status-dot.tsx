import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';

const colours = {
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  info: 'bg-info',
  neutral: 'bg-control',
} as const;

export type StatusTone = keyof typeof colours;

/** Shows a state as a dot with a word. */
export const StatusDot = ({
  tone,
  pulse = false,
  children,
}: {
  tone: StatusTone /** Pulses while an operation runs. */;
  pulse?: boolean;
  children: ReactNode;
}) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden className={cn('size-2 shrink-0 rounded-full', colours[tone], pulse && 'animate-pulse')} />
    {children}
  </span>
);
