import { lazy, Suspense, useEffect } from 'react';
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { rateLimitPolicies, rateLimitWindows } from '#domain/consumer/rate-limit.ts';
import { rateLimitFields, type SettingInput } from '#domain/consumer/schema.ts';
import type { SentParts } from '#domain/consumer/wire.ts';
import { requestTransformerLists } from '#domain/deployment/request-transformer.ts';
import { NumberField } from '../../components/form/number-field.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import type { KeyTransformerFields } from './key-transformer-fields.tsx';

/** The input accepts up to this many characters. An error text explains the limit of 50. */
const nicknameInputLimit = 60;

/** Few keys have a transformer. `lazy` loses the generic type. */
const TransformerFields = lazy(() =>
  import('./key-transformer-fields.tsx').then((module) => ({ default: module.KeyTransformerFields })),
) as typeof KeyTransformerFields;

const limitFields = rateLimitWindows.map((window) => rateLimitFields[window]);

/** Returns the path of a setting in the values of a form. */
const at = <V extends SettingInput>(setting: keyof SettingInput) => setting as FieldPath<V>;

type Props<V extends SettingInput, Output extends V> = Readonly<{
  form: UseFormReturn<V, unknown, Output>;
  may: SentParts;
  disabled: boolean;
}>;

/** The settings of a key: name, own limit, own changes of calls. */
export const KeySettingsFields = <V extends SettingInput, Output extends V>({
  form,
  may,
  disabled,
}: Props<V, Output>) => {
  const { t } = useTranslation();
  const { control, resetField } = form;
  const isLimited = useWatch({ control, name: at<V>('enabledRateLimit') }) === true;
  const isTransformed = useWatch({ control, name: at<V>('enableRequestTransformer') }) === true;

  // A hidden field can't be corrected, so it must not prevent sending the form.
  useEffect(() => {
    if (!isLimited) for (const field of limitFields) resetField(at<V>(field));
  }, [isLimited, resetField]);
  useEffect(() => {
    if (!isTransformed) for (const list of requestTransformerLists) resetField(at<V>(list));
  }, [isTransformed, resetField]);

  return (
    <>
      <TextField
        control={control}
        name={at<V>('nickname')}
        label={t('consumers.nickname')}
        help={t('consumers.nickname-help')}
        maxLength={nicknameInputLimit}
        autoComplete="off"
        disabled={disabled}
      />
      {may.limit && (
        <div className="@container grid gap-4 border-border border-t pt-5">
          <SwitchField
            control={control}
            name={at<V>('enabledRateLimit')}
            label={t('consumers.limit')}
            help={t('consumers.limit-help')}
            disabled={disabled}
          />
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
      )}
      {may.transform && (
        <div className="grid gap-4 border-border border-t pt-5">
          <SwitchField
            control={control}
            name={at<V>('enableRequestTransformer')}
            label={t('consumers.transform')}
            help={t('consumers.transform-help')}
            disabled={disabled}
          />
          {isTransformed && (
            <Suspense fallback={<Skeleton className="h-60 w-full" />}>
              <TransformerFields control={control} disabled={disabled} />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
};
