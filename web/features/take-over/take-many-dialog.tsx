import type { ApiOption } from '#domain/api/option-calls.ts';
import { environments } from '#domain/core/environment.ts';
import type { DecisionRow, ServicesDecided } from '#domain/take-over/decisions.ts';
import { apiOfName, manyChoices } from '#domain/take-over/many-choices.ts';
import { proposedApi, proposedEnvironment } from '#domain/take-over/proposals.ts';
import { notice } from '../../api/notice.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { FirstFew } from '../../components/layout/first-few.tsx';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OrganizationField } from '../organization/shared/organization-field.tsx';
import type { takeManyCommand } from './queries.ts';

type Props = Readonly<{
  /** From the list, which has loaded it: a dialog is loaded when somebody opens it. */
  command: typeof takeManyCommand;
  gatewayId: number;
  services: readonly DecisionRow[];
  apis: readonly ApiOption[];
  open: boolean;
  onClose: () => void;
  onDone: (done: ServicesDecided) => void;
}>;

/** Returns what all have in common; undefined when they differ, or one has none. */
const common = <Value,>(values: readonly (Value | undefined)[]): Value | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

const TakeManyForm = ({ command: definition, gatewayId, services, apis, onDone }: Omit<Props, 'open' | 'onClose'>) => {
  const t = useLazyTexts('take-overs');
  const command = useCommand(definition);
  const proposals = new Map(services.map(({ id, name }) => [id, proposedApi(name, apis)]));
  const nameOfApi = (id: number | undefined) => apis.find((api) => api.id === id)?.name;
  // Another API for a part of them is chosen by taking that part alone.
  const haveAll = [...proposals.values()].every((id) => id !== undefined);
  const form = useZodForm(
    manyChoices,
    {
      apiId: haveAll ? (services.length === 1 ? proposals.values().next().value : apiOfName) : undefined,
      environment: common(services.map(({ name }) => proposedEnvironment(name))),
      organizationId: undefined,
    },
    'onSubmit',
  );
  const submit = form.handleSubmit(async ({ apiId, environment, organizationId }) => {
    const asked = services.flatMap(({ id, verdict }) => {
      const api = apiId === apiOfName ? proposals.get(id) : apiId;
      return verdict && api !== undefined ? [{ id, seen: verdict.seen, apiId: api, environment, organizationId }] : [];
    });
    const done = await command.run({ body: { gatewayId, services: asked } }, { form });
    if (!done) return;
    if (done.decided.length > 0) notice.success(t('take-overs.asked', { count: done.decided.length }));
    onDone(done);
  });
  const isLocked = command.state === 'sending';
  const keys = services.reduce((sum, { verdict }) => sum + (verdict?.keysTotal ?? 0), 0);
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('take-overs.take-count', { count: services.length })}
      isLocked={isLocked}
    >
      <FirstFew
        things={services.map(({ id, name }) => ({
          id,
          name: name || id.slice(0, 8),
          details: [nameOfApi(proposals.get(id)) ?? ''],
        }))}
        more={(count) => t('take-overs.more', { count })}
      />
      <fieldset disabled={isLocked} className="contents">
        <SelectField
          control={form.control}
          name="apiId"
          label={t('take-overs.api')}
          help={t('take-overs.api-help')}
          options={[
            ...(haveAll && services.length > 1 ? [{ value: apiOfName, label: t('take-overs.api-of-name') }] : []),
            ...optionsOf(apis),
          ]}
          disabled={isLocked}
          required
        />
        <SelectField
          control={form.control}
          name="environment"
          label={t('take-overs.environment')}
          help={t('take-overs.names')}
          options={environments.map((value) => ({ value, label: value }))}
          disabled={isLocked}
          required
        />
        <OrganizationField
          control={form.control}
          name="organizationId"
          label={t('take-overs.organization')}
          help={`${t('take-overs.organization-help')} ${t('take-overs.keys-come', { count: keys })}`}
          required
        />
      </fieldset>
    </DialogForm>
  );
};

/** Puts many services under the portal, with one organization for the keys of all. */
export const TakeManyDialog = ({ open, onClose, ...form }: Props) => {
  const t = useLazyTexts('take-overs');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('take-overs.take-count', { count: form.services.length })}
      text={t('take-overs.take-text')}
      className="max-w-[560px]"
    >
      <TakeManyForm {...form} />
    </FormDialog>
  );
};
