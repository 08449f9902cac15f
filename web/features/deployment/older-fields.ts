import type { TFunction } from 'i18next';
import type { UseFormSetValue } from 'react-hook-form';
import { requestTransformerLists } from '#domain/deployment/request-transformer.ts';
import { responseTransformerLists } from '#domain/deployment/response-transformer.ts';
import { type Authentication, authentications } from '#domain/deployment/row.ts';
import type { OlderFields } from '../../components/form/older-fields.ts';
import type { DeployInput } from './deploy-values.ts';

const isAuthentication = (value: unknown): value is Authentication =>
  (authentications as readonly unknown[]).includes(value);

/** Returns the fields of the deploy form that can change, for the dialog about an older form. */
export const olderFieldsOf = (t: TFunction, setValue: UseFormSetValue<DeployInput>): OlderFields => ({
  name: { label: t('deployments.name') },
  auth: {
    label: t('deployments.authentication'),
    text: (value) => (isAuthentication(value) ? t(`deployments.auth.${value}`) : ''),
  },
  keyInQuery: { label: t('deployments.key-in-query') },
  contextPath: { label: t('deployments.context-path') },
  upstreamUrl: { label: t('deployments.target') },
  'oAuth2Config.tokenExpiration': { label: t('deployments.token-expiration') },
  'rateLimit.enabled': { label: t('deployments.rate-enabled') },
  'rateLimit.ratePerMinute': { label: t('deployments.rate-per-minute') },
  'rateLimit.countsTogether': { label: t('deployments.counts-together') },
  'rateLimit.redis': {
    label: t('counting.redis'),
    text: (value) => (value === null ? t('counting.local') : `#${value}`),
  },
  'ipRestriction.enabled': { label: t('deployments.addresses-enabled') },
  'ipRestriction.ips': {
    label: t('deployments.addresses'),
    put: (value) => setValue('ipRestriction.ips', (value as readonly string[]).join('\n'), { shouldDirty: true }),
  },
  'botDetection.enabled': { label: t('deployments.bots') },
  'cors.enabled': { label: t('browser-apps.enabled') },
  'cors.origins': {
    label: t('browser-apps.origins'),
    put: (value) => setValue('cors.origins', (value as readonly string[]).join('\n'), { shouldDirty: true }),
  },
  'cors.headers': {
    label: t('browser-apps.headers'),
    put: (value) => setValue('cors.headers', (value as readonly string[]).join('\n'), { shouldDirty: true }),
  },
  'cors.maxAge': { label: t('browser-apps.max-age') },
  'cors.credentials': { label: t('browser-apps.credentials') },
  enablePathLockdown: { label: t('deployments.lockdown') },
  ...Object.fromEntries(
    requestTransformerLists.map((list) => [
      `requestTransformer.${list}`,
      { label: `${t('transformers.request-title')}: ${t(`transformers.lists.${list}`)}` },
    ]),
  ),
  'responseTransformer.enabled': { label: t('transformers.response-enabled') },
  ...Object.fromEntries(
    responseTransformerLists.map((list) => [
      `responseTransformer.${list}`,
      { label: `${t('transformers.response-title')}: ${t(`transformers.lists.${list}`)}` },
    ]),
  ),
});
