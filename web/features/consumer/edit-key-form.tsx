import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsumerRow, changeConsumerBody } from '#domain/consumer/schema.ts';
import { bodyOf } from '#domain/consumer/settings-form.ts';
import { notice } from '../../api/notice.ts';
import { useCommand } from '../../api/use-command.ts';
import { OlderForm } from '../../components/form/older-form.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Button } from '../../components/ui/button.tsx';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { KeySettingsFields } from './key-settings-fields.tsx';
import { olderFieldsOf } from './older-fields.ts';
import { changeConsumerCommand } from './shared/queries.ts';

type Props = Readonly<{ consumer: ConsumerRow; organization: string; onLeave: () => void }>;

/** Changes the settings of a key and shows the progress of the operation. */
export const EditKeyForm = ({ consumer, organization, onLeave }: Props) => {
  const { t } = useTranslation();
  const { id, may, env, auth } = consumer;
  const command = useCommand(changeConsumerCommand);
  // Of an end that is not known, the form says nothing until somebody chooses one.
  const shown = bodyOf({ ...may, end: consumer.endsAt !== undefined }, consumer);
  const form = useZodForm(changeConsumerBody, shown);
  const forgetDraft = useFormDraft(form, `key-${id}-${consumer.basedOn}`);
  const older = useOlderForm(consumer.basedOn);
  useFailedFields(form, command.operation);
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;

  const submit = form.handleSubmit(async (body) => {
    const response = await command.run(
      // The last release, which may answer during a rollout, knows no end.
      {
        parameters: { id },
        body: older.stamped({ ...body, ...(body.endsOn === shown.endsOn && { endsOn: undefined }) }),
      },
      { form, show: older.showOf(body) },
    );
    if (!response) return;
    older.saved(response);
    forgetDraft();
    notice.info(t('consumers.updating'));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onLeave();
  }, [isDone]);

  const leave = () => {
    forgetDraft();
    onLeave();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <DescriptionList
        entries={[
          [t('consumers.organization'), <bdi key="organization">{organization}</bdi>],
          [
            t('consumers.deployment'),
            <span key="deployment" className="inline-flex flex-wrap items-center gap-2">
              <EnvironmentTag environment={env} />
              {t(`deployments.auth.${auth}`)}
            </span>,
          ],
        ]}
      />
      <fieldset disabled={isLocked} className="contents">
        <KeySettingsFields form={form} may={may} disabled={isLocked} />
      </fieldset>
      <OperationSection operation={command.operation} failed={t('consumers.change-failed-text')} />
      <div className="flex items-center justify-end gap-2">
        <Button onClick={leave}>{isLocked ? t('common.close') : t('common.cancel')}</Button>
        <Button variant="primary" type="submit" disabled={!form.formState.isValid || isLocked}>
          {t('consumers.save')}
        </Button>
      </div>
      <OlderForm older={older} form={form} fields={olderFieldsOf(t)} save={submit} />
    </form>
  );
};
