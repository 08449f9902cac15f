import { Plus, X } from 'lucide-react';
import { type Control, useFieldArray } from 'react-hook-form';
import { attributesLimit, attributeTypes, type OrganizationAttribute } from '#domain/organization/details.ts';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Values = { attrs: { name: string; value: string; type?: OrganizationAttribute['type'] | undefined }[] };
type Props = Readonly<{ form: Readonly<{ control: unknown }>; withTypes: boolean }>;

/** The attributes of an organization: rows of name, value and, in the full form, type. */
export const AttributesField = ({ form, withTypes }: Props) => {
  const t = useLazyTexts('organizations');
  const control = form.control as Control<Values>;
  const { fields, append, remove } = useFieldArray({ control, name: 'attrs' });
  const types = attributeTypes.map((value) => ({ value, label: t(`organizations.attribute-types.${value}`) }));
  return (
    <div className="grid gap-4">
      {fields.length > 0 && (
        <ul className="grid gap-4">
          {fields.map(({ id }, index) => (
            <li key={id} className="flex items-start gap-2">
              <div className={`grid min-w-0 flex-1 gap-3 ${withTypes ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
                <TextField
                  control={control}
                  name={`attrs.${index}.name`}
                  label={t('organizations.attribute-name')}
                  autoComplete="off"
                  required
                />
                <TextField
                  control={control}
                  name={`attrs.${index}.value`}
                  label={t('organizations.attribute-value')}
                  autoComplete="off"
                />
                {withTypes && (
                  <SelectField
                    control={control}
                    name={`attrs.${index}.type`}
                    label={t('organizations.attribute-type')}
                    options={types}
                    none={t('organizations.attribute-none')}
                  />
                )}
              </div>
              <Button
                variant="quiet"
                size="icon-small"
                className="mt-6"
                aria-label={t('organizations.attribute-remove', { number: index + 1 })}
                onClick={() => remove(index)}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fields.length < attributesLimit && (
        <div>
          <Button size="small" onClick={() => append({ name: '', value: '' })}>
            <Plus />
            {t('organizations.attribute-add')}
          </Button>
        </div>
      )}
    </div>
  );
};
