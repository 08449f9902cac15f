import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { emptyResponseTransformer, responseTransformerRules } from '#domain/deployment/response-transformer.ts';
import { FormSection } from '../../components/form/form-section.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TransformerLists } from '../../components/form/transformer-lists.tsx';
import type { DeployInput, DeployValues } from './deploy-values.ts';

type Props = Readonly<{ form: UseFormReturn<DeployInput, unknown, DeployValues>; disabled: boolean }>;

/** The changes of responses, for portal administrators. */
export const ResponseFields = ({ form, disabled }: Props) => {
  const { t } = useTranslation();
  const { control, resetField } = form;
  const isOn = useWatch({ control, name: 'responseTransformer.enabled' });
  // A hidden field can't be corrected, so it must not prevent sending the form.
  useEffect(() => {
    if (isOn === false)
      resetField('responseTransformer', { defaultValue: { enabled: false, ...emptyResponseTransformer } });
  }, [isOn, resetField]);
  return (
    <FormSection title={t('transformers.response-title')} text={t('transformers.response-text')}>
      <SwitchField
        control={control}
        name="responseTransformer.enabled"
        label={t('transformers.response-enabled')}
        disabled={disabled}
      />
      {isOn && (
        <TransformerLists
          control={control}
          disabled={disabled}
          rules={responseTransformerRules}
          pathOf={(list) => `responseTransformer.${list}`}
        />
      )}
    </FormSection>
  );
};
