import { useId } from 'react';
import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { cn } from '../ui/cn.ts';
import { Label } from '../ui/label.tsx';
import type { FieldTexts } from './field.tsx';
import { FieldError } from './field-error.tsx';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & { disabled?: boolean };

/** A check box with its label beside it. */
export const CheckboxField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required = false,
  className,
  disabled,
}: Props<V, N>) => {
  const id = useId();
  const { field, fieldState } = useController({ name, control } as UseControllerProps<V, N>);
  const error = fieldState.error?.message;
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cn('grid gap-1.5', className)}>
      <div className="flex items-start gap-2.5">
        <input
          id={id}
          type="checkbox"
          ref={field.ref}
          name={field.name}
          checked={field.value === true}
          onChange={(event) => field.onChange(event.target.checked)}
          onBlur={field.onBlur}
          disabled={disabled}
          aria-describedby={describedBy || undefined}
          aria-invalid={error !== undefined}
          aria-required={required}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <div className="min-w-0">
          <Label htmlFor={id}>
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
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
};
