import { useTranslation } from 'react-i18next';
import { type AccessRequestRow, accessTextLimit, decideAccessBody } from '#domain/access/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { useCommand } from '../../api/use-command.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import type { Intent } from '../../components/table/decision-actions.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';
import { useFormat } from '../../i18n/format.ts';
import { decideCommand } from './queries.ts';
import { RequestStatusDot } from './request-status-dot.tsx';
import { ReviewFacts } from './review-facts.tsx';

type Props = Readonly<{
  request: AccessRequestRow;
  /** The decision that the reviewer came for. Its button is the main one. */
  intent: Intent;
  onClose: () => void;
}>;

/** A person's text, unchanged. */
const Words = ({ text, none }: Readonly<{ text: string; none: string }>) =>
  text ? (
    <span dir="auto" className="block whitespace-pre-line">
      {text}
    </span>
  ) : (
    <span className="text-muted">{none}</span>
  );

const Facts = ({ request }: Pick<Props, 'request'>) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { apiName, organizationName, firstname, lastname, createdAt, reason, status, decidedAt, decidedBy, note } =
    request;
  return (
    <DescriptionList
      entries={[
        [t('access.api'), <bdi key="api">{apiName}</bdi>],
        [t('access.organization'), <bdi key="organization">{organizationName}</bdi>],
        [
          t('access.requested-by'),
          t('access.by-at', { name: fullNameOf(firstname, lastname), when: format.dateTime(createdAt) }),
        ],
        [t('access.reason'), <Words key="reason" text={reason} none={t('access.no-reason')} />],
        ...(decidedAt
          ? ([
              [t('access.state'), <RequestStatusDot key="status" status={status} />],
              [t('access.decided-by'), t('access.by-at', { name: decidedBy ?? '', when: format.dateTime(decidedAt) })],
              [t('access.note'), <Words key="note" text={note} none={t('access.no-note')} />],
            ] as const)
          : []),
      ]}
    />
  );
};

const Decision = ({ request, intent, onClose }: Props) => {
  const { t } = useTranslation();
  const form = useZodForm(decideAccessBody, { apiAccessRequestId: request.id, note: '' }, 'onSubmit');
  const commands = { approve: useCommand(decideCommand('approve')), deny: useCommand(decideCommand('deny')) };
  const inOrder = intent === 'deny' ? (['approve', 'deny'] as const) : (['deny', 'approve'] as const);
  const { isSubmitting } = form.formState;
  const submit = (command: typeof commands.approve) =>
    form.handleSubmit(async (body) => {
      if (await command.run({ body }, { form, onDecided: onClose })) onClose();
    });
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="grid gap-4">
      <TextAreaField
        name="note"
        control={form.control}
        label={t('access.note')}
        help={t('access.note-help')}
        maximum={accessTextLimit}
        rows={3}
      />
      <DialogFooter>
        {inOrder.map((verb) => (
          <Button
            key={verb}
            variant={verb !== intent ? 'secondary' : verb === 'deny' ? 'danger' : 'primary'}
            disabled={isSubmitting}
            onClick={(event) => void submit(commands[verb])(event)}
          >
            {t(`access.${verb}`)}
          </Button>
        ))}
      </DialogFooter>
    </form>
  );
};

/** One request: who wants access to which API, and why. While it waits, it can be decided with a note. */
export const ReviewDialog = ({ request, intent, open, onClose }: Props & { open: boolean }) => {
  const { t } = useTranslation();
  const isWaiting = request.status === 'NEW';
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('access.review-title')}
      text={t(isWaiting ? 'access.review-text' : 'access.decided-text')}
    >
      <Facts request={request} />
      {isWaiting && <ReviewFacts requestId={request.id} />}
      {isWaiting ? (
        <Decision request={request} intent={intent} onClose={onClose} />
      ) : (
        <DialogFooter>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </DialogFooter>
      )}
    </FormDialog>
  );
};
