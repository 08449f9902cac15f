import { useTranslation } from 'react-i18next';
import { type Filled, keyOf } from '#domain/try-it/call.ts';
import { type TryItBodyForm, type TryItField, tryItLimits } from '#domain/try-it/schema.ts';
import { Field } from '../../components/form/field.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../components/ui/select.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ValueField } from './value-field.tsx';

type Props = Readonly<{
  bodies: readonly TryItBodyForm[];
  filled: Filled;
  missing: ReadonlySet<string>;
  disabled: boolean;
  onForm: (form: TryItBodyForm) => void;
  onFilled: (filled: Filled) => void;
}>;

/** The whole body as one file. */
const wholeFile: TryItField = {
  name: '',
  required: false,
  description: '',
  example: '',
  writing: { shape: 'file', style: 'form', explode: true, reserved: false },
};

/** The body of a call in one of its media types: a text, the fields of a form, or a file. */
export const BodyFields = ({ bodies, filled, missing, disabled, onForm, onFilled }: Props) => {
  const { t } = useTranslation();
  const own = useLazyTexts('calling');
  const { form, text, values, files } = filled;
  if (!form) return null;
  const valueField = (field: TryItField, label: string) => (
    <ValueField
      key={keyOf(field)}
      field={field}
      label={label}
      error={missing.has(keyOf(field)) ? t('try-it.required') : undefined}
      disabled={disabled}
      value={values[keyOf(field)] ?? ''}
      files={files[field.name] ?? []}
      onChange={(value) => onFilled({ ...filled, values: { ...values, [keyOf(field)]: value } })}
      onFiles={(chosen) => onFilled({ ...filled, files: { ...files, [field.name]: chosen } })}
    />
  );
  return (
    <>
      {bodies.length > 1 && (
        <Field label={own('calling.media-type')}>
          {(props) => (
            <Select
              value={String(bodies.indexOf(form))}
              disabled={disabled}
              onValueChange={(index) => {
                const chosen = bodies[Number(index)];
                if (chosen) onForm(chosen);
              }}
            >
              <SelectTrigger {...props}>
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {bodies.map(({ contentType, range = contentType }, index) => (
                  <SelectItem key={range} value={String(index)}>
                    {range}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        </Field>
      )}
      {form.kind === 'text' && (
        <Field label={t('try-it.body')} help={<Ltr>{form.contentType}</Ltr>}>
          {(props) => (
            <Textarea
              {...props}
              dir="ltr"
              rows={8}
              spellCheck={false}
              maxLength={tryItLimits.body}
              className="font-mono text-xs"
              disabled={disabled}
              value={text}
              onChange={(event) => onFilled({ ...filled, text: event.target.value })}
            />
          )}
        </Field>
      )}
      {form.kind === 'file' &&
        valueField({ ...wholeFile, contentType: form.range ?? form.contentType }, t('try-it.body'))}
      {form.fields.map((field) => valueField(field, own('calling.in-field', { name: field.name })))}
    </>
  );
};
