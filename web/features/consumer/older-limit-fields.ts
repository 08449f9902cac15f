import type { TFunction } from 'i18next';
import { rateLimitPolicies } from '#domain/consumer/rate-limit.ts';
import type { OlderFields } from '../../components/form/older-fields.ts';

/** Returns the fields of a limit, for the dialog about an older form. */
export const olderLimitFieldsOf = (t: TFunction): OlderFields => ({
  enabledRateLimit: { label: t('consumers.limit') },
  rateLimitPerMinute: { label: t('consumers.limit-fields.minute') },
  rateLimitPerHour: { label: t('consumers.limit-fields.hour') },
  rateLimitPerDay: { label: t('consumers.limit-fields.day') },
  policy: {
    label: t('consumers.policy'),
    text: (value) => {
      const policy = rateLimitPolicies.find((known) => known === value);
      return policy ? t(`consumers.policies.${policy}`) : '';
    },
  },
});
