import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { cn } from '../ui/cn.ts';
import { Input } from '../ui/input.tsx';
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

/**
 * Input for a day. The browser's own picker knows keyboard and phone, but writes days in the browser's language: until somebody
 * types, the day is shown in that of the page.
 */
export const DateInput = ({ label, value, onChange, min, max, error, className }: Props) => {
  const id = useId();
  const format = useFormat();
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', className)}>
      <Label htmlFor={id}>{label}</Label>
      <div className="relative grid">
        <Input
          id={id}
          type="date"
          value={value}
          min={min}
          max={max}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          // Not the colour: Firefox draws its picker's icon in it.
          className="peer tabular-nums not-focus:[-webkit-text-fill-color:transparent]"
        />
        <span
          aria-hidden
          dir="auto"
          className={cn(
            'pointer-events-none absolute inset-y-0 start-3 flex items-center text-sm tabular-nums peer-focus:hidden',
            value === '' && 'text-muted',
          )}
        >
          {format.day(value)}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="flex gap-1.5 text-danger text-xs">
          <CircleAlert className="size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
};
