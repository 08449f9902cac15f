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
  const t = useLazyTexts('browser-apps');
  const { control } = form;
  const isOn = useWatch({ control, name: 'cors.enabled' });
  const common = { control, disabled };
  return (
    <FormSection title={t('browser-apps.title')}>
      <SwitchField
        {...common}
        name="cors.enabled"
        label={t('browser-apps.enabled')}
        help={t('browser-apps.enabled-help')}
      />
      {isOn && (
        <>
          <TextAreaField
            {...common}
            name="cors.origins"
            label={t('browser-apps.origins')}
            help={t('browser-apps.origins-help')}
            rows={3}
            dir="ltr"
            required
          />
          <TextAreaField
            {...common}
            name="cors.headers"
            label={t('browser-apps.headers')}
            help={t('browser-apps.headers-help')}
            rows={2}
            dir="ltr"
          />
          <NumberField
            {...common}
            name="cors.maxAge"
            label={t('browser-apps.max-age')}
            unit={t('deployments.seconds')}
            className="sm:max-w-72"
            required
          />
          <SwitchField
            {...common}
            name="cors.credentials"
            label={t('browser-apps.credentials')}
            help={t('browser-apps.credentials-help')}
          />
        </>
      )}
    </FormSection>
  );
};
