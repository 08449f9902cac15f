import { Info } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { Environment } from '#domain/core/environment.ts';
import { authentications } from '#domain/deployment/row.ts';
import { defaultTokenExpiration } from '#domain/deployment/schema.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { useUser } from '../../api/session.tsx';
import { FormSection } from '../../components/form/form-section.tsx';
import { NumberField } from '../../components/form/number-field.tsx';
import { RadioField } from '../../components/form/radio-field.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import type { DeployInput, DeployValues } from './deploy-values.ts';
import type { MoreFields as MoreFieldsView } from './more-fields.tsx';

const TargetProposals = lazy(() =>
  import('./target-proposals.tsx').then((module) => ({ default: module.TargetProposals })),
);

type Props = Readonly<{
  form: UseFormReturn<DeployInput, unknown, DeployValues>;
  api: ApiDetail;
  environments: readonly Environment[];
  gateways: readonly ResourceOption[];
  disabled: boolean;
  /** True if the deployment exists. Its environment and gateway can't change then. */
  isPlaced: boolean;
}> &
  Pick<ComponentProps<typeof MoreFieldsView>, 'setsResponse' | 'revisions'>;

/** Loaded only for some targets. */
const BasePathOffer = lazy(() => import('./base-path-offer.tsx').then((module) => ({ default: module.BasePathOffer })));
const GatewayAbilities = lazy(() =>
  import('./gateway-abilities.tsx').then((module) => ({ default: module.GatewayAbilities })),
);
/** Loaded a little later, because it is below everything else. */
const MoreFields = lazy(() => import('./more-fields.tsx').then((module) => ({ default: module.MoreFields })));

const Note = ({ children }: { children: string }) => (
  <p className="flex gap-2 rounded-card bg-warning/10 px-3 py-2.5 text-table">
    <Info className="mt-px size-4 shrink-0 text-warning" />
    {children}
  </p>
);

/** The fields of the deploy form, in sections. */
export const DeployFields = ({
  form,
  api,
  environments,
  gateways,
  disabled,
  isPlaced,
  setsResponse,
  revisions,
}: Props) => {
  const { t } = useTranslation();
  const isAdmin = useUser().roles.includes('ROLE_PORTAL_ADMIN');
  const { control, resetField } = form;
  const auth = useWatch({ control, name: 'auth' });
  const hasTokens = auth === 'oauth2' || auth === 'both';

  // A hidden field can't be corrected, so it must not prevent sending the form.
  useEffect(() => {
    if (!hasTokens) resetField('oAuth2Config.tokenExpiration', { defaultValue: defaultTokenExpiration });
  }, [hasTokens, resetField]);

  return (
    <>
      <FormSection title={t('deployments.service-section')} text={t('common.required-hint')}>
        <TextField
          control={control}
          name="name"
          label={t('deployments.name')}
          help={t('deployments.name-help')}
          autoComplete="off"
          required
        />
        {environments.length === 0 ? (
          <Note>{t('deployments.no-environments')}</Note>
        ) : (
          <RadioField
            control={control}
            name="env"
            label={t('deployments.environment')}
            help={isPlaced && t('deployments.environment-fixed')}
            options={environments.map((environment) => ({
              value: environment,
              label: <EnvironmentTag environment={environment} />,
            }))}
            columns={4}
            disabled={disabled || isPlaced}
            required
          />
        )}
      </FormSection>
      <FormSection title={t('deployments.access-section')}>
        <RadioField
          control={control}
          name="auth"
          label={t('deployments.authentication')}
          options={authentications.map((value) => ({
            value,
            label: t(`deployments.auth.${value}`),
            help: t(`deployments.auth-help.${value}`),
          }))}
          columns={3}
          disabled={disabled}
          required
        />
        {hasTokens && (
          <NumberField
            control={control}
            name="oAuth2Config.tokenExpiration"
            label={t('deployments.token-expiration')}
            help={t('deployments.token-expiration-help')}
            unit={t('deployments.seconds')}
            disabled={disabled}
            className="sm:max-w-72"
            required
          />
        )}
      </FormSection>
      <FormSection title={t('deployments.routing-section')}>
        <TextField
          control={control}
          name="contextPath"
          label={t('deployments.context-path')}
          help={t('deployments.context-path-help')}
          dir="ltr"
          autoComplete="off"
          required
        />
        <div className="grid gap-2">
          <TextField
            control={control}
            name="upstreamUrl"
            label={t('deployments.target')}
            help={t('deployments.target-help')}
            type="url"
            dir="ltr"
            autoComplete="off"
            required
          />
          <Suspense>
            <TargetProposals form={form} api={api} />
            <BasePathOffer form={form} api={api} />
          </Suspense>
        </div>
        {gateways.length === 0 ? (
          // A portal administrator sees every gateway, so an empty list means that there are none.
          <Note>{isAdmin ? t('deployments.gateway-none-yet') : t('deployments.gateway-none')}</Note>
        ) : (
          <SelectField
            control={control}
            name="kongServer"
            label={t('deployments.gateway')}
            help={isPlaced && t('deployments.gateway-fixed')}
            options={optionsOf(gateways, ({ apiUrl }) => [apiUrl])}
            disabled={disabled || isPlaced}
            required
          />
        )}
        <Suspense>
          <GatewayAbilities form={form} gateways={gateways} />
        </Suspense>
      </FormSection>
      <Suspense>
        <MoreFields form={form} api={api} disabled={disabled} setsResponse={setsResponse} revisions={revisions} />
      </Suspense>
    </>
  );
};
