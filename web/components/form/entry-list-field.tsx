import { useState } from 'react';
import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Textarea } from '../ui/textarea.tsx';
import { Field, type FieldTexts } from './field.tsx';

type Props<V extends FieldValues, N extends FieldPath<V>, Output> = UseControllerProps<V, N, Output> &
  FieldTexts & {
    /** What may stand between two entries. */
    separator?: RegExp;
    disabled?: boolean;
  };

/** The field grows with its lines, up to these. */
const mostRows = 8;

const entriesIn = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const listOf = (value: unknown, separator: RegExp): readonly string[] =>
  Array.isArray(value) ? value.map(String) : entriesIn(typeof value === 'string' ? value : '', separator);

const messageOf = (error: unknown): string | undefined =>
  (error as { message?: unknown } | undefined)?.message as string | undefined;

/** A list of short texts, one a line; the form's value is the list. What is wrong with an entry names it. */
export const EntryListField = <V extends FieldValues, N extends FieldPath<V>, Output = V>({
  name,
  control,
  label,
  help,
  required,
  className,
  separator = /\n/,
  disabled = false,
}: Props<V, N, Output>) => {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ name, control } as UseControllerProps<V, N, Output>);
  const list = listOf(field.value, separator);
  // As it was typed, for as long as it says the same: an empty last line is where the next entry goes.
  const [typed, setTyped] = useState('');
  const text = entriesIn(typed, separator).join('\n') === list.join('\n') ? typed : list.join('\n');
  const errors: unknown = fieldState.error;
  const at = Array.isArray(errors) ? errors.findIndex((error) => error !== undefined) : -1;
  const problem = messageOf(Array.isArray(errors) ? errors[at] : errors);
  const entry = list[at];
  return (
    <Field
      label={label}
      help={help}
      required={required}
      className={className}
      error={problem && entry !== undefined ? t('common.entry-problem', { entry, problem }) : problem}
    >
      {(props) => (
        <Textarea
          {...props}
          name={field.name}
          ref={field.ref}
          dir="ltr"
          rows={Math.min(text.split('\n').length, mostRows)}
          spellCheck={false}
          autoComplete="off"
          disabled={disabled}
          value={text}
          onBlur={field.onBlur}
          onChange={(event) => {
            setTyped(event.target.value);
            field.onChange(entriesIn(event.target.value, separator));
          }}
          className="min-h-9 font-mono text-table"
        />
      )}
    </Field>
  );
};
