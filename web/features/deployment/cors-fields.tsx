import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FormSection } from '../../components/form/form-section.tsx';
import { NumberField } from '../../components/form/number-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import type { DeployInput, DeployValues } from './deploy-values.ts';

type Props = Readonly<{ form: UseFormReturn<DeployInput, unknown, DeployValues>; disabled: boolean }>;

/** Which pages in a browser may call, and what they may send. */
export const CorsFields = ({ form, disabled }: Props) => {
  const t = useLazyTexts('cors');
  const { control } = form;
  const isOn = useWatch({ control, name: 'cors.enabled' });
  const common = { control, disabled };
  return (
    <FormSection title={t('cors.title')}>
      <SwitchField {...common} name="cors.enabled" label={t('cors.enabled')} help={t('cors.enabled-help')} />
      {isOn && (
        <>
          <TextAreaField
            {...common}
            name="cors.origins"
            label={t('cors.origins')}
            help={t('cors.origins-help')}
            rows={3}
            dir="ltr"
            required
          />
          <TextAreaField
            {...common}
            name="cors.headers"
            label={t('cors.headers')}
            help={t('cors.headers-help')}
            rows={2}
            dir="ltr"
          />
          <NumberField
            {...common}
            name="cors.maxAge"
            label={t('cors.max-age')}
            unit={t('deployments.seconds')}
            className="sm:max-w-72"
            required
          />
          <SwitchField
            {...common}
            name="cors.credentials"
            label={t('cors.credentials')}
            help={t('cors.credentials-help')}
          />
        </>
      )}
    </FormSection>
  );
};
