import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { addConsumerBody, type ConsumerRow } from '#domain/consumer/schema.ts';
import { bodyOf, type SentParts } from '#domain/consumer/settings-form.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import type { OrganizationOption } from '#domain/organization/row.ts';
import { useCommand } from '../../api/use-command.ts';
import { SelectField } from '../../components/form/select-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { keysNearLimit } from './key-room.ts';
import { KeySettingsFields } from './key-settings-fields.tsx';
import { useKeyName } from './shared/key-name.ts';
import { addConsumerCommand, consumersOptions } from './shared/queries.ts';
import { useReveal } from './use-reveal.ts';

const CredentialsDialog = lazy(() =>
  import('./credentials-dialog.tsx').then((module) => ({ default: module.CredentialsDialog })),
);

const ReadOnlyGateway = lazy(() =>
  import('../gateway-object/shared/read-only.tsx').then((module) => ({ default: module.ReadOnlyGateway })),
);

type Props = Readonly<{
  api: ApiDetail;
  deployments: readonly DeploymentRow[];
  organizations: readonly OrganizationOption[];
  preset: Readonly<{ organizationId: number | undefined; deploymentId: number | undefined }>;
  /** Returns whether the user may view a key of this organization. */
  mayReveal: (organization: OrganizationOption) => boolean;
  mayChoose: SentParts;
  onLeave: () => void;
}>;

const onlyOne = <T extends { id: number }>(items: readonly T[]) => (items.length === 1 ? items[0]?.id : undefined);

/** Adds a key, shows the progress of the operation, then shows the key once. */
export const AddKeyForm = ({ api, deployments, organizations, preset, mayReveal, mayChoose, onLeave }: Props) => {
  const { t } = useTranslation();
  const nameOf = useKeyName();
  const command = useCommand(addConsumerCommand);
  const reveal = useReveal();
  const form = useZodForm(addConsumerBody, {
    apiModelId: api.id,
    organizationId: preset.organizationId ?? onlyOne(organizations),
    deploymentId: preset.deploymentId ?? onlyOne(deployments),
    // Nothing is said of an end until somebody chooses one.
    ...bodyOf({ ...mayChoose, end: false }),
  });
  const forgetDraft = useFormDraft(
    form,
    `key-of-${api.id}-${preset.organizationId ?? ''}-${preset.deploymentId ?? ''}`,
  );
  useFailedFields(form, command.operation);
  const { control, resetField } = form;
  const values = useWatch({ control });
  const deployment = deployments.find(({ id }) => id === values.deploymentId);
  const organization = organizations.find(({ id }) => id === values.organizationId);
  const group = useQuery(consumersOptions(api.id)).data?.find(({ orgId }) => orgId === values.organizationId);
  const room = group && keysNearLimit(group, values.deploymentId);
  const isRunning = command.state === 'sending' || command.state === 'working';
  const isDone = command.state === 'done';
  const added = useRef<Pick<ConsumerRow, 'id' | 'nickname'>>(undefined);

  const submit = form.handleSubmit(async (body) => {
    const response = await command.run({ body }, { form });
    if (!response) return;
    forgetDraft();
    added.current = { id: response.entityId, nickname: body.nickname };
  });

  // A draft may choose what is gone meanwhile.
  useEffect(() => {
    if (values.deploymentId !== undefined && !deployment) resetField('deploymentId');
    if (values.organizationId !== undefined && !organization) resetField('organizationId');
  }, [values.deploymentId, deployment, values.organizationId, organization, resetField]);

  const leave = () => {
    forgetDraft();
    onLeave();
  };

  const show = async () => {
    if (!added.current || !deployment || !organization) return;
    const isShown = mayReveal(organization) && (await reveal.reveal(added.current.id, deployment.id));
    if (!isShown) onLeave();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) void show();
  }, [isDone]);

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <fieldset disabled={isRunning || isDone} className="contents">
        <SelectField
          control={control}
          name="organizationId"
          label={t('consumers.organization')}
          help={
            organizations.some(({ external }) => external)
              ? t('consumers.organization-help')
              : t('consumers.organization-only-internal')
          }
          required
          disabled={isRunning || isDone || preset.organizationId !== undefined}
          options={optionsOf(organizations)}
        />
        <SelectField
          control={control}
          name="deploymentId"
          label={t('consumers.deployment')}
          help={room && t('consumers.room-help', room)}
          required
          disabled={isRunning || isDone}
          options={deployments.map(({ id, env, path, auth }) => ({
            value: id,
            label: `${env} · ${path} · ${t(`deployments.auth.${auth}`)}`,
          }))}
        />
        <KeySettingsFields form={form} may={mayChoose} disabled={isRunning || isDone} />
      </fieldset>
      {deployment?.isReadOnly && (
        <Suspense>
          <ReadOnlyGateway />
        </Suspense>
      )}
      <OperationSection operation={command.operation} failed={t('consumers.failed-text')} />
      <div className="flex items-center justify-end gap-2">
        <Button onClick={leave}>{isRunning || isDone ? t('common.close') : t('common.cancel')}</Button>
        <Button
          variant="primary"
          type="submit"
          disabled={!form.formState.isValid || deployment?.isReadOnly || isRunning || isDone}
        >
          {deployment ? t('consumers.submit', { environment: deployment.env }) : t('consumers.submit-any')}
        </Button>
      </div>
      {reveal.credentials && deployment && organization && added.current && (
        <Suspense>
          <CredentialsDialog
            open={reveal.isOpen}
            onClose={onLeave}
            name={nameOf(added.current)}
            organization={organization.name}
            api={api}
            deployment={deployment}
            credentials={reveal.credentials}
          />
        </Suspense>
      )}
    </form>
  );
};
