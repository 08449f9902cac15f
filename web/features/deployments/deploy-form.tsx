import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { Environment } from '#domain/core/environment.ts';
import type { ResourceOption } from '#domain/resource/schema.ts';
import { useUser } from '#web/api/session.tsx';
import { useCommand } from '#web/api/use-command.ts';
import { FormBar } from '#web/components/form/form-bar.tsx';
import { useFailedFields } from '#web/components/form/use-failed-fields.ts';
import { useFormDraft } from '#web/components/form/use-form-draft.ts';
import { useZodForm } from '#web/components/form/use-zod-form.ts';
import { Button } from '#web/components/ui/button.tsx';
import { apiDockAddress } from '#web/components/use-dock.ts';
import { afterDeploy } from './after-deploy.ts';
import { DeployFields } from './deploy-fields.tsx';
import { DeployProgress } from './deploy-progress.tsx';
import { DeploySummary } from './deploy-summary.tsx';
import { type DeployStart, deployForm } from './deploy-values.ts';
import { deployCommand } from './queries.ts';

type Props = Readonly<{
  api: ApiDetail;
  /** Set when an existing deployment is changed. */
  deploymentId?: number;
  environments: readonly Environment[];
  gateways: readonly ResourceOption[];
  startValues: DeployStart;
}>;

/** The deploy form: fields, what they come to on the gateway, and the operation in place after it was sent. */
export const DeployForm = ({ api, deploymentId, environments, gateways, startValues }: Props) => {
  const { t } = useTranslation();
  const user = useUser();
  const [, navigate] = useLocation();
  // What failed exists, without anything on the gateway: the next try changes it.
  const [attempted, setAttempted] = useState<number>();
  const command = useCommand(deployCommand);
  const form = useZodForm(deployForm, startValues);
  const forgetDraft = useFormDraft(form, `deploy-${user.id}-${api.id}-${deploymentId ?? 'new'}`);
  const { operation, state } = command;
  const environment = form.watch('env');
  const isRunning = state === 'sending' || state === 'working';
  const isLocked = isRunning || state === 'done';

  useFailedFields(form, operation);

  const submit = form.handleSubmit(async (values) => {
    const existing = deploymentId ?? attempted;
    const answer = await command.run(
      { ...values, id: api.id, ...(existing === undefined ? {} : { deploymentId: existing }) },
      { form },
    );
    if (!answer) return;
    forgetDraft();
    setAttempted(answer.entityId);
  });

  const isDone = state === 'done';
  useEffect(() => {
    if (isDone) navigate(afterDeploy(user, api, { isNew: deploymentId === undefined, deploymentId: attempted }));
  }, [isDone, navigate, user, api, deploymentId, attempted]);

  const status = isRunning
    ? t('deployments.working')
    : !form.formState.isValid
      ? t('deployments.incomplete')
      : environment === 'PROD' && t('deployments.prod-hint');

  return (
    <form noValidate onSubmit={submit} className="flex flex-1 flex-col gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <fieldset disabled={isLocked} className="flex min-w-0 flex-col gap-5">
          <DeployFields
            form={form}
            api={api}
            environments={environments}
            gateways={gateways}
            disabled={isLocked}
            isPlaced={deploymentId !== undefined || attempted !== undefined}
          />
        </fieldset>
        <div className="flex flex-col gap-5 max-lg:contents lg:sticky lg:top-20">
          {operation && <DeployProgress operation={operation} />}
          <DeploySummary control={form.control} gateways={gateways} />
        </div>
      </div>
      <FormBar status={<span aria-live="polite">{status}</span>}>
        <Button onClick={() => navigate(apiDockAddress(api.id))}>
          {isRunning ? t('common.close') : t('common.cancel')}
        </Button>
        <Button
          variant={environment === 'PROD' ? 'danger' : 'primary'}
          type="submit"
          disabled={!form.formState.isValid || isLocked}
        >
          {environment ? t('deployments.submit', { environment }) : t('deployments.submit-any')}
        </Button>
      </FormBar>
    </form>
  );
};
