import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useFieldArray, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { newValueOf } from '#domain/gateway-object/form-field.ts';
import { FieldError } from '../../components/form/field-error.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import type { DrawnProps } from './drawn-props.ts';
import { stateOf } from './form-state.ts';

/** A list or a map of a gateway's schema: one row for each entry. @param draw draws the value of an entry. */
export const DrawnEntries = ({
  control,
  set,
  name,
  label,
  field,
  draw,
}: DrawnProps & Readonly<{ draw: (props: DrawnProps) => ReactNode }>) => {
  const { t } = useTranslation();
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const { fields: rows, append, remove } = useFieldArray({ control, name });
  const formState = useFormState({ control });
  const { error } = control.getFieldState(name, formState);
  const isMap = field.type === 'map';
  const inner = isMap ? field.values : field.elements;
  if (!inner) return null;
  const message = error?.root?.message ?? error?.message;
  const add = () => {
    const value = stateOf(inner.type === 'record' ? { ...inner, isRequired: true } : inner, newValueOf(inner));
    append(isMap ? { key: '', value } : { value });
  };
  const take = (index: number) => {
    remove(index);
    // The rows are drawn after this event. The focus goes to the next row, or to the button that adds one.
    const next =
      rows.length > 1 ? `li:nth-child(${Math.min(index + 1, rows.length - 1)}) > [data-remove]` : '[data-add]';
    setTimeout(() => group.current?.querySelector<HTMLElement>(next)?.focus());
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand beside a button.
    <div ref={group} role="group" aria-labelledby={`${id}-label`} className="grid min-w-0 gap-2">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-3">
        <span id={`${id}-label`} className="font-medium text-sm" dir="ltr">
          {label}
          {field.isRequired && (
            <span aria-hidden className="text-danger">
              {' *'}
            </span>
          )}
        </span>
        <Button
          data-add
          variant="quiet"
          size="small"
          aria-label={t('kong-objects.add-entry-to', { name: label })}
          onClick={add}
        >
          <Plus />
          {t('kong-objects.add-entry')}
        </Button>
      </div>
      {field.help && (
        <p className="text-muted text-xs" lang="en" dir="auto">
          {field.help}
        </p>
      )}
      {rows.length > 0 && (
        <ul className="grid gap-2">
          {rows.map((row, index) => (
            <li key={row.id} className="flex items-start gap-1.5">
              <div className="grid min-w-0 flex-1 gap-3">
                {isMap && (
                  <TextField
                    control={control}
                    name={`${name}.${index}.key`}
                    label={t('kong-objects.key-of', { name: label, number: index + 1 })}
                    dir="ltr"
                    autoComplete="off"
                    required
                  />
                )}
                {draw({
                  control,
                  set,
                  name: `${name}.${index}.value`,
                  label: isMap
                    ? t('kong-objects.value-of', { name: label, number: index + 1 })
                    : `${label} ${index + 1}`,
                  field: inner.type === 'record' ? { ...inner, isRequired: true } : inner,
                })}
              </div>
              <Button
                data-remove
                variant="quiet"
                size="icon-small"
                className="mt-6"
                aria-label={t('kong-objects.remove-entry', { name: label, number: index + 1 })}
                onClick={() => take(index)}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {message && <FieldError text={message} />}
    </div>
  );
};
