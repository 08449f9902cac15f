import { useId } from 'react';
import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { cn } from '../ui/cn.ts';
import { Label } from '../ui/label.tsx';
import { Switch } from '../ui/switch.tsx';
import type { FieldTexts } from './field.tsx';
import { FieldMessage } from './field-message.tsx';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & { disabled?: boolean };

/** A switch at the end of its own line. */
export const SwitchField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  className,
  disabled,
}: Props<V, N>) => {
  const id = useId();
  const { field, messages } = useFormField({ name, control });
  const { error } = messages;
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cn('grid gap-1.5', className)}>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Label htmlFor={id}>{label}</Label>
          {help && (
            <p id={`${id}-help`} className="text-muted text-xs">
              {help}
            </p>
          )}
        </div>
        <Switch
          id={id}
          ref={field.ref}
          checked={field.value === true}
          onCheckedChange={field.onChange}
          onBlur={field.onBlur}
          disabled={disabled ?? false}
          aria-describedby={describedBy || undefined}
          aria-invalid={error !== undefined}
        />
      </div>
      <FieldMessage id={`${id}-error`} {...messages} />
    </div>
  );
};
