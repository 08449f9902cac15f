import { type ReactNode, useId } from 'react';
import { cn } from '../ui/cn.ts';
import { Label } from '../ui/label.tsx';
import { FieldMessage } from './field-message.tsx';
import type { Messages } from './use-form-field.ts';

/** Props that connect the control to its label, help and error. */
type ControlProps = Readonly<{
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'aria-required': boolean;
}>;

/** Props that every field takes. */
export type FieldTexts = Readonly<{
  label: string;
  help?: ReactNode;
  required?: boolean | undefined;
  className?: string | undefined;
}>;

type Props = FieldTexts &
  Messages &
  Readonly<{
    /** Shown at the end of the help line. */
    counter?: ReactNode;
    children: (control: ControlProps) => ReactNode;
  }>;

/** A control with its label above, its help below, and an error with an icon and words. */
export const Field = ({ label, help, required = false, error, why, room, counter, className, children }: Props) => {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cn('grid min-w-0 grid-cols-1 content-start gap-1.5', className)}>
      <Label htmlFor={id}>
        {label}
        {required && (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        )}
      </Label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error !== undefined,
        'aria-required': required,
      })}
      {(help || counter) && (
        <div className="flex justify-between gap-4 text-muted text-xs">
          <span id={`${id}-help`}>{help}</span>
          {counter}
        </div>
      )}
      <FieldMessage id={`${id}-error`} error={error} why={why} room={room} />
    </div>
  );
};
