import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { cn } from '../ui/cn.ts';
import { DayInput } from '../ui/day-input.tsx';
import { Label } from '../ui/label.tsx';

type Props = Readonly<{
  label: string;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  onChange: (value: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  error?: string | undefined;
  className?: string;
}>;

/** Input for a day, with its label. */
export const DateInput = ({ label, value, onChange, min, max, error, className }: Props) => {
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
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-danger text-xs">
          <CircleAlert className="size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
};
