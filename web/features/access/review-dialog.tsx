import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type AccessRequestRow, accessTextLimit, approveAccessBody } from '#domain/access/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { useCommand } from '../../api/use-command.ts';
import { DayField } from '../../components/form/day-field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import type { Intent } from '../../components/table/decision-actions.tsx';
import { Warning } from '../../components/text/warning.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ReviewFacts } from './review-facts.tsx';
import { accessFactsOptions, approveCommand, denyCommand } from './shared/queries.ts';

type Props = Readonly<{
  request: AccessRequestRow;
  /** Its state. The list has what shows it, and would be loaded with it. */
  state: ReactNode;
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

const Facts = ({ request, state }: Pick<Props, 'request' | 'state'>) => {
  const t = useLazyTexts('review');
  const format = useFormat();
  const { type, apiName, organizationName, firstname, lastname, createdAt, reason, decidedAt, decidedBy, note } =
    request;
  return (
    <DescriptionList
      entries={[
        [t(`review.type.${type}`), <bdi key="api">{apiName}</bdi>],
        [t('access.organization'), <bdi key="organization">{organizationName}</bdi>],
        [
          t('access.requested-by'),
          t('access.by-at', { name: fullNameOf(firstname, lastname), when: format.dateTime(createdAt) }),
        ],
        [t('access.reason'), <Words key="reason" text={reason} none={t('access.no-reason')} />],
        ...(decidedAt
          ? ([
              [t('access.state'), state],
              [t('access.decided-by'), t('access.by-at', { name: decidedBy ?? '', when: format.dateTime(decidedAt) })],
              [t('access.note'), <Words key="note" text={note} none={t('access.no-note')} />],
            ] as const)
          : []),
      ]}
    />
  );
};

const Decision = ({ request, intent, onClose }: Omit<Props, 'state'>) => {
  const { t } = useTranslation();
  const lazy = useLazyTexts('review');
  const form = useZodForm(approveAccessBody, { apiAccessRequestId: request.id, note: '', endsOn: null }, 'onSubmit');
  const approve = useCommand(approveCommand);
  const deny = useCommand(denyCommand);
  const inOrder = intent === 'deny' ? (['approve', 'deny'] as const) : (['deny', 'approve'] as const);
  const { isSubmitting } = form.formState;
  const after = { form, onDecided: onClose };
  const submits = {
    approve: form.handleSubmit(async (body) => {
      if (await approve.run({ body }, after)) onClose();
    }),
    // A denial has no end.
    deny: form.handleSubmit(async ({ endsOn: _endsOn, ...body }) => {
      if (await deny.run({ body }, after)) onClose();
    }),
  };
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
      <DayField
        name="endsOn"
        control={form.control}
        label={lazy('review.last-day')}
        help={lazy('review.last-day-help')}
      />
      <DialogFooter>
        {inOrder.map((verb) => (
          <Button
            key={verb}
            variant={verb !== intent ? 'secondary' : verb === 'deny' ? 'danger' : 'primary'}
            disabled={isSubmitting}
            onClick={(event) => void submits[verb](event)}
          >
            {t(`access.${verb}`)}
          </Button>
        ))}
      </DialogFooter>
    </form>
  );
};

/** One request: who wants access to which API or event category, and why. While it waits, it can be decided with a note. */
export const ReviewDialog = ({ request, state, intent, open, onClose }: Props & { open: boolean }) => {
  const t = useLazyTexts('review', 'errors');
  const isWaiting = request.status === 'NEW';
  const { data: facts } = useQuery({ ...accessFactsOptions(request.id), enabled: isWaiting });
  const opens = request.type === 'api' ? 'access.review-text' : 'review.text-event';
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('access.review-title')}
      text={t(isWaiting ? opens : 'access.decided-text')}
    >
      <Facts request={request} state={state} />
      {isWaiting && <ReviewFacts request={request} />}
      {facts?.own && <Warning text={t('errors.access.own-request')} />}
      {isWaiting && !facts?.own ? (
        <Decision request={request} intent={intent} onClose={onClose} />
      ) : (
        <DialogFooter>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </DialogFooter>
      )}
    </FormDialog>
  );
};
