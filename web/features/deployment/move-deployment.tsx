import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { moveBody } from '#domain/deployment/move.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import type { DeploymentForm } from '#domain/deployment/schema.ts';
import type { ResourceOption } from '#domain/resource/option.ts';
import { isAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { ReadOnlyGateway } from '../gateway-object/shared/read-only.tsx';
import { deployForm, existingDeployment } from './deploy-values.ts';
import { MovePlan } from './move-plan.tsx';
import { moveCommand } from './shared/move-queries.ts';
import { deploymentOptions } from './shared/queries.ts';

type Props = Readonly<{
  deployment: DeploymentRow;
  api: ApiDetail;
  /** All that the user may deploy to, the present one among them. */
  gateways: readonly ResourceOption[];
}>;

/** What is otherwise at the other gateway, or does not come along. */
const useNotes = ({ deployment, gateways }: Props, original: DeploymentForm, chosen: ResourceOption | undefined) => {
  const t = useLazyTexts('moving');
  const here = gateways.find(({ id }) => id === original.kongServer.id)?.abilities;
  const there = chosen?.abilities;
  const { drift, auth, rateLimit } = deployment;
  return [
    ...(there ? [t('moving.note-kong', { version: there.version, router: there.router })] : []),
    ...(here && there && here.router !== there.router ? [t('moving.note-router', { router: here.router })] : []),
    t('moving.note-target', { target: original.upstreamUrl }),
    ...(auth === 'apikey' ? [] : [t('moving.note-tokens')]),
    ...(rateLimit.enabled ? [t('moving.note-limits')] : []),
    ...(drift && drift.open + drift.foreign.length > 0 ? [t('moving.note-others')] : []),
  ];
};

/** The choice of the gateway, what will be there, and the button. */
const Choice = ({
  original,
  onClose,
  ...props
}: Props & Readonly<{ original: DeploymentForm; onClose: () => void }>) => {
  const t = useLazyTexts('moving');
  const [, navigate] = useLocation();
  const user = useUser();
  const command = useCommand(moveCommand);
  const others = props.gateways.filter(({ id }) => id !== original.kongServer.id);
  const form = useZodForm(moveBody, { kongServer: others.length === 1 ? others[0]?.id : undefined }, 'onSubmit');
  const chosen = others.find(({ id }) => id === Number(form.watch('kongServer')));
  const notes = useNotes(props, original, chosen);
  const isReadOnly = chosen?.abilities?.isReadOnly === true;
  const values = deployForm.safeParse({ ...existingDeployment(original, isAdmin(user)), kongServer: chosen?.id });
  const submit = form.handleSubmit(async (body) => {
    const done = await command.run({ parameters: { id: original.id }, body }, { form });
    if (done?.approvalId !== undefined) navigate(approvalAddress(done.approvalId));
    else if (done) onClose();
  });
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={chosen ? t('moving.submit', { gateway: chosen.name }) : t('moving.submit-any')}
      isLocked={command.state === 'sending' || isReadOnly}
    >
      <SelectField
        control={form.control}
        name="kongServer"
        label={t('moving.gateway')}
        options={optionsOf(others)}
        required
      />
      {chosen && (
        <>
          <ul className="grid list-disc gap-1 ps-5 text-table [overflow-wrap:anywhere]">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          {isReadOnly && <ReadOnlyGateway />}
          {values.success && !isReadOnly && <MovePlan key={chosen.id} body={{ ...values.data, id: props.api.id }} />}
        </>
      )}
    </DialogForm>
  );
};

/** Moves a deployment: makes one that takes its place at another gateway, with its keys. Shows before what will be there. */
export const MoveDeployment = ({
  open,
  onClose,
  ...props
}: Props & Readonly<{ open: boolean; onClose: () => void }>) => {
  const t = useLazyTexts('moving', 'browser-apps');
  const { path, id, kongServer } = props.deployment;
  const original = useQuery({ ...deploymentOptions(id), enabled: open });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('moving.title', { path })}
      text={t('moving.text', { gateway: kongServer?.name ?? '' })}
      className="max-w-[640px]"
    >
      <QueryView query={original} skeleton={<Skeleton className="late h-40 w-full" />}>
        {(form) => <Choice {...props} original={form} onClose={onClose} />}
      </QueryView>
    </FormDialog>
  );
};
