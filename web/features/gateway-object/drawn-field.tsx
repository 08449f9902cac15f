import type { ReactNode } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type FormField, isKept, newValueOf } from '#domain/gateway-object/form-field.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldError } from '../../components/form/field-error.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DrawnEntries } from './drawn-entries.tsx';
import type { DrawnProps } from './drawn-props.ts';
import { isThreefold, stateOf } from './form-state.ts';
import { HiddenValue } from './object-fields.tsx';

/** The gateway's own words. They are English in every language of the portal. */
const helpOf = ({ help }: FormField): ReactNode =>
  help && (
    <span lang="en" dir="auto">
      {help}
    </span>
  );

/** Names of texts that have lines: code, templates, keys. An input of one line would join them. */
const linedName =
  /_lua$|^body$|template|^content$|prompt|^access$|_filter$|^rewrite$|^log$|_worker$|certificate|_json$|private_key/;

const Text = ({ control, name, label, field }: DrawnProps) => {
  const { choices, isRequired, isSecret } = field;
  const texts = { label, help: helpOf(field), required: isRequired };
  const value = useWatch({ control, name });
  if (choices)
    return (
      <SelectField
        {...texts}
        control={control}
        name={name}
        options={choices.map((choice) => ({ value: choice, label: String(choice) }))}
        {...(isRequired ? {} : { none: '–' })}
      />
    );
  const hasLines = linedName.test(label.split(' ')[0] ?? '') || (typeof value === 'string' && value.includes('\n'));
  if (hasLines) return <TextAreaField {...texts} control={control} name={name} grows dir="ltr" />;
  return (
    <TextField
      {...texts}
      control={control}
      name={name}
      dir="ltr"
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
    />
  );
};

const Truth = ({ control, name, label, field }: DrawnProps) => {
  const { t } = useTranslation();
  if (!isThreefold(field)) return <SwitchField control={control} name={name} label={label} help={helpOf(field)} />;
  const options = (['true', 'false'] as const).map((value) => ({ value, label: t(`kong-objects.is-${value}`) }));
  return <SelectField control={control} name={name} label={label} help={helpOf(field)} options={options} none="–" />;
};

/** A few values of which several may be chosen. */
const Choices = ({ control, name, label, field }: DrawnProps) => {
  const { field: input, fieldState } = useController({ control, name });
  const chosen: readonly unknown[] = Array.isArray(input.value) ? input.value : [];
  const { choices = [] } = field;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-medium text-sm">
        {label}
        {field.isRequired && (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        )}
      </legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {choices.map((choice, index) => (
          <CheckBox
            key={choice}
            label={String(choice)}
            checked={chosen.includes(choice)}
            onChange={(checked) =>
              input.onChange(choices.filter((each) => (each === choice ? checked : chosen.includes(each))))
            }
            onBlur={input.onBlur}
            {...(index === 0 ? { ref: input.ref } : {})}
          />
        ))}
      </div>
      {field.help && <p className="text-muted text-xs">{helpOf(field)}</p>}
      {fieldState.error?.message && <FieldError text={fieldState.error.message} />}
    </fieldset>
  );
};

/** A secret that the gateway keeps until somebody gives another. */
const Kept = ({ set, name, label, field, fingerprint }: DrawnProps & Readonly<{ fingerprint: string }>) => {
  const { t } = useTranslation();
  return (
    <Field label={label} help={helpOf(field)} required={field.isRequired}>
      {({ id }) => (
        <div className="flex flex-wrap items-center gap-3">
          <HiddenValue fingerprint={fingerprint} />
          <Button
            id={id}
            size="small"
            aria-label={t('kong-objects.replace-secret', { name: label })}
            onClick={() => set(name, stateOf(field, newValueOf(field)))}
          >
            {t('kong-objects.replace')}
          </Button>
        </div>
      )}
    </Field>
  );
};

const Group = (props: DrawnProps) => {
  const { control, set, name, label, field } = props;
  const { t } = useTranslation();
  const formState = useFormState({ control });
  const state = useWatch({ control, name });
  const message = control.getFieldState(name, formState).error?.message;
  const { fields = [], isRequired } = field;
  return (
    <fieldset className="grid min-w-0 gap-4 border-border border-s-2 ps-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-3">
        <span aria-hidden className="font-medium text-sm" dir="ltr">
          {label}
        </span>
        {!isRequired &&
          (state === null || state === undefined ? (
            <Button
              variant="quiet"
              size="small"
              aria-label={t('kong-objects.fill-in-record', { name: label })}
              onClick={() => set(name, stateOf({ ...field, isRequired: true }, newValueOf(field)))}
            >
              {t('kong-objects.fill-in')}
            </Button>
          ) : (
            <Button
              variant="quiet"
              size="small"
              aria-label={t('kong-objects.leave-out-record', { name: label })}
              onClick={() => set(name, null)}
            >
              {t('kong-objects.leave-out')}
            </Button>
          ))}
      </div>
      {field.help && <p className="text-muted text-xs">{helpOf(field)}</p>}
      {state !== null && state !== undefined && <DrawnRecord control={control} set={set} name={name} fields={fields} />}
      {message && <FieldError text={message} />}
    </fieldset>
  );
};

/** The fields of a record, one below the other. */
export const DrawnRecord = ({
  control,
  set,
  name,
  fields,
}: Pick<DrawnProps, 'control' | 'set' | 'name'> & Readonly<{ fields: NonNullable<FormField['fields']> }>) => (
  <>
    {fields.map((each) => (
      <DrawnField
        key={each.name}
        control={control}
        set={set}
        name={`${name}.${each.name}`}
        label={each.name}
        field={each.field}
      />
    ))}
  </>
);

/** The control of a field that a gateway's schema tells. Each type has one; what the portal does not know is edited as JSON. */
export const DrawnField = (props: DrawnProps) => {
  const { control, name, label, field } = props;
  const state = useWatch({ control, name });
  if (isKept(state)) return <Kept {...props} fingerprint={state.fingerprint} />;
  const { type, isRequired } = field;
  switch (type) {
    case 'text':
      return <Text {...props} />;
    case 'number':
    case 'integer':
      return field.choices ? (
        <Text {...props} />
      ) : (
        <TextField
          control={control}
          name={name}
          label={label}
          help={helpOf(field)}
          required={isRequired}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
        />
      );
    case 'boolean':
      return <Truth {...props} />;
    case 'choices':
      return <Choices {...props} />;
    case 'list':
    case 'map':
      return <DrawnEntries {...props} draw={(inner) => <DrawnField {...inner} />} />;
    case 'record':
      return <Group {...props} />;
    case 'json':
      return (
        <TextAreaField
          control={control}
          name={name}
          label={`${label} (JSON)`}
          help={helpOf(field)}
          required={isRequired}
          dir="ltr"
          rows={3}
        />
      );
    default:
      return type satisfies never;
  }
};
