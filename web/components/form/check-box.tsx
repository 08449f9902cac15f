import { type ReactNode, type Ref, useId } from 'react';
import { cn } from '../ui/cn.ts';
import { Label } from '../ui/label.tsx';
import { FieldMessage } from './field-message.tsx';

type Props = Readonly<{
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Explains the box, or says why it cannot be checked. */
  help?: ReactNode;
  error?: string | undefined;
  /** Of a form's field: the question of why it was refused. */
  why?: string | undefined;
  /** Of a form's field: the message that it gets if it is left as it is now. */
  room?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  name?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}>;

/** A check box with its label beside it. */
export const CheckBox = ({
  label,
  checked,
  onChange,
  help,
  error,
  why,
  room,
  required = false,
  disabled = false,
  className,
  ...input
}: Props) => {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cn('grid gap-1.5', className)}>
      <div className="flex items-start gap-2.5">
        <input
          {...input}
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={describedBy || undefined}
          aria-invalid={error !== undefined}
          aria-required={required}
          className="mt-0.5 size-4 shrink-0 accent-accent disabled:opacity-50"
        />
        <div className="min-w-0">
          <Label htmlFor={id} className={disabled ? 'text-muted' : undefined}>
            {label}
            {required && (
              <span aria-hidden className="text-danger">
                {' *'}
              </span>
            )}
          </Label>
          {help && (
            <p id={`${id}-help`} className="text-muted text-xs">
              {help}
            </p>
          )}
        </div>
      </div>
      {room !== undefined && <FieldMessage id={`${id}-error`} error={error} why={why} room={room} />}
    </div>
  );
};
