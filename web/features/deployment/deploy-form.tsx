import { useQuery } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { Environment } from '#domain/core/environment.ts';
import type { DeployBody, DeploymentForm, DeploymentPreview } from '#domain/deployment/schema.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { command as sendCommand } from '../../api/client.ts';
import { operationQuery } from '../../api/running-operations.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { FormBar } from '../../components/form/form-bar.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { apiDockAddress } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { approvalRulesOptions } from '../approval/shared/queries.ts';
import { afterDeploy } from './after-deploy.ts';
import { DeployFields } from './deploy-fields.tsx';
import { type DeployStart, type DeployValues, deployForm } from './deploy-values.ts';
import { olderFieldsOf } from './older-fields.ts';
import { deployCommand, previewCommand } from './shared/queries.ts';

/** Loaded after the fields. It shows their effect on the gateway. */
const DeploySummary = lazy(() => import('./deploy-summary.tsx').then((module) => ({ default: module.DeploySummary })));
/** Loaded only for what answers a failed operation. */
const AnswerNote = lazy(() => import('./answer-note.tsx').then((module) => ({ default: module.AnswerNote })));
/** Loaded only for a copy. */
const CopyNotes = lazy(() => import('./copy-notes.tsx').then((module) => ({ default: module.CopyNotes })));
/** Loaded only after a click on a button. */
const DeployPreview = lazy(() => import('./deploy-preview.tsx').then((module) => ({ default: module.DeployPreview })));
const DeployProgress = lazy(() =>
  import('./deploy-progress.tsx').then((module) => ({ default: module.DeployProgress })),
);

type Props = Readonly<{
  api: ApiDetail;
  /** Set if an existing deployment is changed. */
  deploymentId?: number;
  /** What the start values of an existing deployment were read from. */
  basedOn?: number;
  /**
   * Names the source of the start values: the requested environment, or the operation that last changed the deployment.
   */
  origin: string;
  environments: readonly Environment[];
  gateways: readonly ResourceOption[];
  startValues: DeployStart;
  /** The deployment that the start values were copied from. */
  original?: DeploymentForm;
  /** The failed operation that asked for the start values. `isNewest`: nobody has asked for others since. */
  answers?: Readonly<{ operationId: string; isNewest: boolean }>;
}> &
  Pick<ComponentProps<typeof DeployFields>, 'setsResponse' | 'revisions'>;

/** The deploy form: fields, their effect on the gateway, and the operation after it was sent. */
export const DeployForm = ({
  api,
  deploymentId,
  basedOn,
  origin,
  environments,
  gateways,
  startValues,
  setsResponse,
  revisions,
  original,
  answers,
}: Props) => {
  const t = useLazyTexts('browser-apps', 'counting', 'approvals');
  const rules = useQuery(approvalRulesOptions).data;
  const user = useUser();
  const [, navigate] = useLocation();
  // A failed deployment exists without anything on the gateway. The next try changes it.
  const [attempted, setAttempted] = useState<number>();
  const answered = useRef<string>(undefined);
  // What somebody has asked for anew since is answered already.
  const overtaken = useRef<string>(undefined);
  const command = useCommand({
    ...deployCommand,
    send: (call, input, context) => sendCommand(call, input, { ...context, answers: answered.current }),
  });
  const failed = useQuery({ ...operationQuery(answers?.operationId ?? ''), enabled: answers?.isNewest === true }).data;
  const looking = useCommand(previewCommand);
  const [preview, setPreview] = useState<DeploymentPreview>();
  // A lockdown uses the description of the preview, or fails.
  const [revision, setRevision] = useState<number>();
  const form = useZodForm(deployForm, startValues);
  const forgetDraft = useFormDraft(form, `deploy-${api.id}-${deploymentId ?? 'new'}-${origin}`);
  const older = useOlderForm(basedOn);
  const { operation, state } = command;
  const environment = form.watch('env');
  const isRunning = state === 'sending' || state === 'working';
  const isLooking = looking.state === 'sending';
  const isSent = isRunning || state === 'done';
  const isLocked = isSent || isLooking;
  const place = gateways.find(({ id }) => id === Number(form.watch('kongServer')));
  const isReadOnly = place?.abilities?.isReadOnly === true;
  // The server decides. Until the rule is known, the button says what it says without one.
  const asksSecond = environment !== undefined && rules?.twoPeople.includes(environment) === true;
  const action = asksSecond
    ? t('approvals.ask', { environment })
    : environment
      ? t('deployments.submit', { environment })
      : t('deployments.submit-any');

  useFailedFields(form, operation ?? failed);

  const leave = () => {
    if (!isRunning) forgetDraft();
    navigate(apiDockAddress(api.id));
  };

  const bodyOf = (values: DeployValues): DeployBody => {
    const existing = deploymentId ?? attempted;
    return { ...values, id: api.id, ...(existing === undefined ? {} : { deploymentId: existing }) };
  };

  const look = form.handleSubmit(async (values) => {
    const seen = await looking.run({ body: bodyOf(values) }, { form });
    setPreview(seen);
    setRevision(seen?.revision ?? undefined);
  });

  const submit = form.handleSubmit(async (values) => {
    setPreview(undefined);
    const body = bodyOf(values);
    // What is sent after a failure is a new command. It names the operation that failed.
    const last = operation ?? failed;
    answered.current = last?.state === 'failed' && last.id !== overtaken.current ? last.id : undefined;
    const showOlder = older.showOf(body);
    const response = await command.run(
      { body: { ...older.stamped(body), ...(revision === undefined ? {} : { revision }) } },
      {
        form,
        show: (problem) => {
          if (problem.code === 'form.older') overtaken.current = answered.current;
          return showOlder(problem);
        },
      },
    );
    if (!response) return;
    older.saved(response);
    forgetDraft();
    if (response.approvalId !== undefined) return navigate(approvalAddress(response.approvalId));
    setAttempted(response.entityId);
  });

  const isDone = state === 'done';
  useEffect(() => {
    if (isDone) navigate(afterDeploy(user, api, { isNew: deploymentId === undefined, deploymentId: attempted }));
  }, [isDone, navigate, user, api, deploymentId, attempted]);

  const status = isRunning
    ? t('deployments.working')
    : !form.formState.isValid
      ? t('deployments.incomplete')
      : asksSecond
        ? t('approvals.ask-hint')
        : environment === 'PROD' && t('deployments.prod-hint');

  return (
    <form noValidate onSubmit={submit} className="flex flex-1 flex-col gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <fieldset disabled={isLocked} className="flex min-w-0 flex-col gap-5">
          {answers && (
            <Suspense>
              <AnswerNote isNewest={answers.isNewest} />
            </Suspense>
          )}
          {original && (
            <Suspense>
              <CopyNotes form={form} original={original} api={api} gateways={gateways} setsResponse={setsResponse} />
            </Suspense>
          )}
          <DeployFields
            form={form}
            api={api}
            environments={environments}
            gateways={gateways}
            disabled={isLocked}
            isPlaced={deploymentId !== undefined || attempted !== undefined}
            setsResponse={setsResponse}
            revisions={revisions}
          />
        </fieldset>
        <div className="flex flex-col gap-5 max-lg:contents lg:sticky lg:top-20">
          <Suspense>{operation && <DeployProgress operation={operation} />}</Suspense>
          <Suspense fallback={<div />}>
            <DeploySummary control={form.control} api={api} gateways={gateways} />
          </Suspense>
        </div>
      </div>
      <FormBar status={<span aria-live="polite">{status}</span>}>
        <Button onClick={leave}>{isRunning ? t('common.close') : t('common.cancel')}</Button>
        <Button
          disabled={!form.formState.isValid || isSent || isReadOnly}
          // Not `disabled` while the preview loads, because a disabled button could not take the focus back.
          aria-disabled={isLooking}
          onClick={() => isLooking || void look()}
        >
          <ScanSearch />
          {t('gateway.preview')}
        </Button>
        <Button
          variant={environment === 'PROD' ? 'danger' : 'primary'}
          type="submit"
          disabled={!form.formState.isValid || isLocked || isReadOnly}
        >
          {action}
        </Button>
      </FormBar>
      <Suspense>
        {preview && (
          <DeployPreview
            preview={preview}
            isProduction={environment === 'PROD'}
            action={action}
            onClose={() => setPreview(undefined)}
            onDeploy={() => void submit()}
          />
        )}
      </Suspense>
      <OlderForm older={older} form={form} fields={olderFieldsOf(t, form.setValue)} save={submit} />
    </form>
  );
};
