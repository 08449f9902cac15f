import { lazy, Suspense, useEffect } from 'react';
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingInput } from '#domain/consumer/schema.ts';
import type { SentParts } from '#domain/consumer/settings-form.ts';
import { requestTransformerLists } from '#domain/deployment/request-transformer.ts';
import { DayField } from '../../components/form/day-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import type { KeyTransformerFields } from './key-transformer-fields.tsx';
import type { LimitFields as LimitFieldsOf } from './limit-fields.tsx';

/** The input accepts up to this many characters. An error text explains the limit of 50. */
const nicknameInputLimit = 60;

/** Only providers set limits. */
const LimitFields = lazy(() =>
  import('./limit-fields.tsx').then((module) => ({ default: module.LimitFields })),
) as typeof LimitFieldsOf;

/** Few keys have a transformer. `lazy` loses the generic type. */
const TransformerFields = lazy(() =>
  import('./key-transformer-fields.tsx').then((module) => ({ default: module.KeyTransformerFields })),
) as typeof KeyTransformerFields;

/** Returns the path of a setting in the values of a form. */
const at = <V extends SettingInput>(setting: keyof SettingInput) => setting as FieldPath<V>;

type Props<V extends SettingInput, Output extends V> = Readonly<{
  form: UseFormReturn<V, unknown, Output>;
  may: SentParts;
  disabled: boolean;
}>;

/** The settings of a key: name, last day, own limit, own changes of calls. */
export const KeySettingsFields = <V extends SettingInput, Output extends V>({
  form,
  may,
  disabled,
}: Props<V, Output>) => {
  const { t } = useTranslation();
  const { control, resetField } = form;
  const isTransformed = useWatch({ control, name: at<V>('enableRequestTransformer') }) === true;

  // A hidden field can't be corrected, so it must not prevent sending the form.
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
      <DayField
        control={control}
        name={at<V>('endsOn')}
        label={t('consumers.last-day')}
        help={t('consumers.last-day-help')}
        disabled={disabled}
      />
      {may.limit && (
        <div className="border-border border-t pt-5">
          <Suspense fallback={<Skeleton className="h-9 w-full" />}>
            <LimitFields
              form={form}
              label={t('consumers.limit')}
              help={t('consumers.limit-help')}
              disabled={disabled}
            />
          </Suspense>
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
