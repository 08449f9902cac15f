import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { cn } from '../ui/cn.ts';
import { RadioGroup, RadioGroupItem } from '../ui/radio-group.tsx';
import { Field, type FieldTexts } from './field.tsx';
import { type Option, textOf, valueOfText } from './option.ts';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & {
    options: readonly Option[];
    disabled?: boolean /** Shows the choices side by side from 640 px. */;
    columns?: keyof typeof grids;
  };

const grids = {
  1: '',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-3',
  4: 'grid-cols-2 sm:grid-cols-4',
  tiles: 'grid-cols-2 sm:grid-cols-3',
};

/** A few choices, all visible, each in its own box. */
export const RadioField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required,
  className,
  options,
  disabled,
  columns = 1,
}: Props<V, N>) => {
  const { field, messages } = useFormField({ name, control });
  return (
    <Field label={label} help={help} required={required} className={className} {...messages}>
      {({ id, ...props }) => (
        <RadioGroup
          {...props}
          id={id}
          aria-label={label}
          value={textOf(field.value)}
          disabled={disabled ?? false}
          onValueChange={(text) => field.onChange(valueOfText(options, text))}
          onBlur={field.onBlur}
          className={grids[columns]}
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is the radio item within
            <label
              key={option.value}
              className={cn(
                'flex cursor-pointer items-start gap-2.5 rounded-card border border-border bg-surface px-3 py-2.5 transition-colors hover:bg-hover has-disabled:cursor-not-allowed has-disabled:opacity-60 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft',
                columns === 'tiles' && 'gap-1.5 px-2',
                messages.error && 'border-danger',
              )}
            >
              <RadioGroupItem
                ref={index === 0 ? field.ref : undefined}
                value={String(option.value)}
                disabled={option.disabled ?? false}
                aria-labelledby={`${id}-${option.value}-label`}
                aria-describedby={option.help ? `${id}-${option.value}-help` : undefined}
                className="mt-0.5"
              />
              <span className="min-w-0">
                <span id={`${id}-${option.value}-label`} className="block font-medium leading-5">
                  {option.label}
                </span>
                {option.help && (
                  <span id={`${id}-${option.value}-help`} className="block text-muted text-xs">
                    {option.help}
                  </span>
                )}
              </span>
            </label>
          ))}
        </RadioGroup>
      )}
    </Field>
  );
};
