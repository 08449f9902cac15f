import type { ChangeEvent, ComponentProps } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { cn } from './cn.ts';
import { Input } from './input.tsx';

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'> &
  Readonly<{
    /** `YYYY-MM-DD`, or '' for none. */
    value: string;
    onChange: (value: string, event: ChangeEvent<HTMLInputElement>) => void;
  }>;

/**
 * Control for a day. The browser's own picker knows keyboard and phone, but writes days in the browser's language: until somebody
 * types, the day is shown in that of the page.
 */
export const DayInput = ({ value, onChange, ...input }: Props) => {
  const format = useFormat();
  return (
    <div className="relative grid">
      <Input
        {...input}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value, event)}
        // Not the colour: Firefox draws its picker's icon in it. In Chromium the picker's icon is a stop of its own, within the input.
        className="peer tabular-nums focus-within:border-focus focus-within:outline-1 focus-within:outline-focus focus-within:outline-offset-0 not-focus-within:[-webkit-text-fill-color:transparent]"
      />
      <span
        aria-hidden
        dir="auto"
        className={cn(
          'pointer-events-none absolute inset-y-0 start-3 flex items-center text-sm tabular-nums peer-focus-within:hidden',
          value === '' && 'text-muted',
        )}
      >
        {format.day(value)}
      </span>
    </div>
  );
};
