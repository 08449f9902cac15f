import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fourEyesDays } from '#domain/organization/four-eyes.ts';
import type { DeletionRow } from '#domain/organization/schema.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Belongings } from './belongings.tsx';
import { approverOptions, decideCommand } from './deletion-queries.ts';

type Props = Readonly<{ request: DeletionRow; open: boolean; onClose: () => void }>;

/** Shows who asked to delete an organization and what goes with it. Another administrator approves or denies it. */
export const ReviewDeletion = ({ request, open, onClose }: Props) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const format = useFormat();
  const user = useUser();
  const approve = useCommand(decideCommand('approve'));
  const deny = useCommand(decideCommand('deny'));
  const { id, organizationId: orgId, organizationName: name, firstname, lastname, updatedAt } = request;
  const isOwn = request.user === user.id;
  const { data: approver } = useQuery({ ...approverOptions(id, orgId), enabled: open });
  const isSending = approve.state === 'sending' || deny.state === 'sending';
  const send = (command: typeof approve) => async () => {
    if (await command.run({ query: { id, orgId } }, { onDecided: onClose })) onClose();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('organizations.review-of', { name })}
      text={t('organizations.requested-by', {
        name: `${firstname} ${lastname}`.trim(),
        when: format.dateTime(updatedAt),
      })}
    >
      {approver?.since && (
        <p className="text-muted text-table">
          {approver.from
            ? t('organizations.administrator-since', {
                when: format.dateTime(approver.since),
                name: approver.from.name,
              })
            : t('organizations.administrator-since-operator', { when: format.dateTime(approver.since) })}
        </p>
      )}
      <p className="text-table">{t('organizations.review-text')}</p>
      <Belongings id={orgId} />
      {(isOwn || approver?.isFromRequester) && (
        <p className="rounded-card bg-warning/10 px-3 py-2 text-table">
          {isOwn
            ? words('errors.organization.another-admin-to-approve')
            : words('errors.organization.approver-from-requester', { days: fourEyesDays })}
        </p>
      )}
      <DialogFooter>
        <Button disabled={isSending} onClick={() => void send(deny)()}>
          {t('organizations.deny')}
        </Button>
        <Button variant="danger" disabled={isSending} onClick={() => void send(approve)()}>
          {t('organizations.approve')}
        </Button>
      </DialogFooter>
    </FormDialog>
  );
};
