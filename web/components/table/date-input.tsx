import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { cn } from '../ui/cn.ts';
import { DayInput } from '../ui/day-input.tsx';
import { Label } from '../ui/label.tsx';

type Props = Readonly<{
  label: string;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  /** A moment of that day, when it is more than the day. */
  moment?: string | undefined;
  onChange: (value: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  error?: string | undefined;
  className?: string;
}>;

/** Input for a day, with its label. */
export const DateInput = ({ label, value, moment, onChange, min, max, error, className }: Props) => {
  const format = useFormat();
  const id = useId();
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', className)}>
      <Label htmlFor={id}>{label}</Label>
      <DayInput
        id={id}
        value={value}
        min={min}
        max={max}
        onChange={onChange}
        aria-invalid={error !== undefined}
        aria-describedby={[moment && `${id}-time`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
      />
      {moment && (
        <p id={`${id}-time`} className="text-muted text-xs tabular-nums">
          {format.time(moment)}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-danger text-xs">
          <CircleAlert className="size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
};
