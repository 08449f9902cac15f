import { Plus, X } from 'lucide-react';
import { useImperativeHandle, useRef } from 'react';
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
  useController,
} from 'react-hook-form';
import { attributesLimit, attributeTypes, type OrganizationAttribute } from '#domain/organization/details.ts';
import { comingMessage } from '../../components/form/coming-message.ts';
import { Field } from '../../components/form/field.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/input.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Row = Readonly<{ name: string; value: string; type?: OrganizationAttribute['type'] | undefined }>;
type Problems = readonly (Partial<Record<keyof Row, FieldError>> | undefined)[];
type Props<V extends FieldValues, N extends FieldPath<V>, Output> = UseControllerProps<V, N, Output> &
  Readonly<{ withTypes: boolean }>;

/**
 * The attributes of an organization: rows of name, value and, in the full form, type. One controller has all rows: the
 * field arrays of the form library would make every form of the portal larger.
 */
export const AttributesField = <V extends FieldValues, N extends FieldPath<V>, Output = V>({
  name,
  control,
  withTypes,
}: Props<V, N, Output>) => {
  const t = useLazyTexts('organizations');
  const group = useRef<HTMLDivElement>(null);
  const { field, fieldState } = useController({ name, control } as UseControllerProps<V, N, Output>);
  const rows = field.value as readonly Row[];
  const problems = fieldState.error as unknown as Problems | undefined;
  const types = attributeTypes.map((value) => ({ value, label: t(`organizations.attribute-types.${value}`) }));
  const find = (selector: string) => group.current?.querySelector<HTMLElement>(selector);
  // The changed rows are rendered only after this event.
  const focusSoon = (selector: string) => setTimeout(() => find(selector)?.focus());
  useImperativeHandle(field.ref, () => ({ focus: () => find('[aria-invalid=true]')?.focus() }));

  const change = (index: number, part: Partial<Row>) =>
    field.onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const add = () => {
    field.onChange([...rows, { name: '', value: '' }]);
    focusSoon('li:last-child input');
  };
  const remove = (index: number) => {
    field.onChange(rows.toSpliced(index, 1));
    focusSoon(rows.length > 1 ? `li:nth-child(${Math.min(index + 1, rows.length - 1)}) [data-remove]` : '[data-add]');
  };
  const text = (row: Row, index: number, part: 'name' | 'value') => (
    <Field
      label={t(`organizations.attribute-${part}`)}
      required={part === 'name'}
      error={problems?.[index]?.[part]?.message}
      room={comingMessage(control, `${name}.${index}.${part}`)}
    >
      {(props) => (
        <Input
          {...props}
          dir="auto"
          autoComplete="off"
          value={row[part]}
          onChange={(event) => change(index, { [part]: event.target.value })}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );

  return (
    <div ref={group} className="grid gap-4">
      {rows.length > 0 && (
        <ul className="grid gap-4">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity, and holds no state.
            <li key={index} className="flex items-start gap-2">
              <div className={`grid min-w-0 flex-1 gap-3 ${withTypes ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
                {text(row, index, 'name')}
                {text(row, index, 'value')}
                {withTypes && (
                  <Field label={t('organizations.attribute-type')} error={problems?.[index]?.type?.message}>
                    {(props) => (
                      <SelectInput
                        {...props}
                        label={t('organizations.attribute-type')}
                        options={types}
                        none={t('organizations.attribute-none')}
                        value={row.type}
                        onChange={(type) => change(index, { type: type as Row['type'] })}
                      />
                    )}
                  </Field>
                )}
              </div>
              <Button
                variant="quiet"
                size="icon-small"
                className="mt-6"
                aria-label={t('organizations.attribute-remove', { number: index + 1 })}
                data-remove
                onClick={() => remove(index)}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {rows.length < attributesLimit && (
        <div>
          <Button size="small" data-add onClick={add}>
            <Plus />
            {t('organizations.attribute-add')}
          </Button>
        </div>
      )}
    </div>
  );
};
