import { useEffect } from 'react';
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type LimitInput, rateLimitFields } from '#domain/consumer/limit-form.ts';
import { rateLimitPolicies, rateLimitWindows } from '#domain/consumer/rate-limit.ts';

import { NumberField } from '../../components/form/number-field.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';

const callFields = rateLimitWindows.map((window) => rateLimitFields[window]);

/** Returns the path of a field in the values of a form. */
const at = <V extends LimitInput>(field: keyof LimitInput) => field as FieldPath<V>;

type Props<V extends LimitInput, Output extends V> = Readonly<{
  form: UseFormReturn<V, unknown, Output>;
  label: string;
  help: string;
  disabled: boolean;
}>;

/** A limit of calls: a switch, calls in one window, and where they are counted. */
export const LimitFields = <V extends LimitInput, Output extends V>({
  form,
  label,
  help,
  disabled,
}: Props<V, Output>) => {
  const { t } = useTranslation();
  const { control, resetField } = form;
  const isLimited = useWatch({ control, name: at<V>('enabledRateLimit') }) === true;

  // A hidden field can't be corrected, so it must not prevent sending the form.
  useEffect(() => {
    if (!isLimited) for (const field of callFields) resetField(at<V>(field));
  }, [isLimited, resetField]);

  return (
    <div className="@container grid gap-4">
      <SwitchField control={control} name={at<V>('enabledRateLimit')} label={label} help={help} disabled={disabled} />
      {isLimited && (
        <>
          <p className="text-muted text-table">{t('consumers.limit-prompt')}</p>
          <div className="grid @md:grid-cols-3 gap-4">
            {rateLimitWindows.map((window) => (
              <NumberField
                key={window}
                control={control}
                name={at<V>(rateLimitFields[window])}
                label={t(`consumers.limit-fields.${window}`)}
                nullable
                disabled={disabled}
              />
            ))}
          </div>
          <SelectField
            control={control}
            name={at<V>('policy')}
            label={t('consumers.policy')}
            help={t('consumers.policy-help')}
            disabled={disabled}
            options={rateLimitPolicies.map((policy) => ({
              value: policy,
              label: t(`consumers.policies.${policy}`),
            }))}
          />
        </>
      )}
    </div>
  );
};
