import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { FormSection } from '../../components/form/form-section.tsx';
import { NumberField } from '../../components/form/number-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { type DeployInput, type DeployValues, defaultRatePerMinute } from './deploy-values.ts';
import { RedisField } from './redis-field.tsx';
import { UnsentPaths } from './unsent-paths.tsx';

type Props = Readonly<{
  form: UseFormReturn<DeployInput, unknown, DeployValues>;
  api: ApiDetail;
  disabled: boolean;
  /** The revision of the current lockdown, and the newest revision. */
  revisions?: Readonly<{ locked: number | null; current: number }> | undefined;
}>;

/** Limits on callers: how often, from which addresses, with which programs, and which paths. */
export const ProtectionFields = ({ form, api, disabled, revisions }: Props) => {
  const { t } = useTranslation();
  const { control, resetField } = form;
  const hasKeys = useWatch({ control, name: 'auth' }) !== 'oauth2';
  const isLimited = useWatch({ control, name: 'rateLimit.enabled' });
  const isTogether = useWatch({ control, name: 'rateLimit.countsTogether' }) === true && isLimited;
  const isRestricted = useWatch({ control, name: 'ipRestriction.enabled' });
  const isLocked = useWatch({ control, name: 'enablePathLockdown' });

  // A hidden field can't be corrected, so it must not prevent sending the form.
  useEffect(() => {
    if (!isLimited) resetField('rateLimit.ratePerMinute', { defaultValue: defaultRatePerMinute });
  }, [isLimited, resetField]);

  const isBehind = isLocked && revisions?.locked != null && revisions.locked !== revisions.current;
  return (
    <FormSection title={t('deployments.limits-section')}>
      <SwitchField
        control={control}
        name="rateLimit.enabled"
        label={t('deployments.rate-enabled')}
        help={t(isTogether ? 'deployments.rate-help-together' : 'deployments.rate-help')}
        disabled={disabled}
      />
      {isLimited && (
        <>
          <NumberField
            control={control}
            name="rateLimit.ratePerMinute"
            label={t('deployments.rate-per-minute')}
            unit={t('deployments.per-minute')}
            disabled={disabled}
            className="sm:max-w-72"
            required
          />
          <SwitchField
            control={control}
            name="rateLimit.countsTogether"
            label={t('deployments.counts-together')}
            help={t('deployments.counts-together-help')}
            disabled={disabled}
          />
          <RedisField form={form} disabled={disabled} />
        </>
      )}
      <SwitchField
        control={control}
        name="ipRestriction.enabled"
        label={t('deployments.addresses-enabled')}
        help={t('deployments.addresses-enabled-help')}
        disabled={disabled}
      />
      {isRestricted && (
        <TextAreaField
          control={control}
          name="ipRestriction.ips"
          label={t('deployments.addresses')}
          help={t('deployments.addresses-help')}
          rows={3}
          dir="ltr"
          disabled={disabled}
          required
        />
      )}
      <SwitchField
        control={control}
        name="botDetection.enabled"
        label={t('deployments.bots')}
        help={t('deployments.bots-help')}
        disabled={disabled}
      />
      {hasKeys && (
        <SwitchField
          control={control}
          name="keyInQuery"
          label={t('deployments.key-in-query')}
          help={t('deployments.key-in-query-help')}
          disabled={disabled}
        />
      )}
      <SwitchField
        control={control}
        name="enablePathLockdown"
        label={t('deployments.lockdown')}
        help={
          isBehind
            ? t('deployments.lockdown-behind', { locked: revisions.locked, current: revisions.current })
            : t(isLocked ? 'deployments.lockdown-help' : 'deployments.lockdown-off')
        }
        disabled={disabled}
      />
      {isLocked && <UnsentPaths api={api} />}
    </FormSection>
  );
};
