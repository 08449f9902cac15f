import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fourEyesDays } from '#domain/organization/four-eyes.ts';
import type { DeletionRow } from '#domain/organization/schema.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { TypedName } from '../../components/form/typed-name.tsx';
import { Warning } from '../../components/text/warning.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DialogFooter } from '../../components/ui/dialog.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Belongings } from './belongings.tsx';
import { approveCommand, approverOptions, denyCommand } from './deletion-queries.ts';
import { allAccepted } from './losing-organizations.tsx';
import { belongingsOptions } from './queries.ts';
import { WithdrawDeletion } from './withdraw-deletion.tsx';

type Props = Readonly<{ request: DeletionRow; open: boolean; onClose: () => void }>;

/** Says since when and from whom the reader is a portal administrator. */
const Origin = ({ since, from }: { since: string; from: { name: string } | null }) => {
  const t = useLazyTexts('organizations');
  const when = useFormat().dateTime(since);
  return (
    <p className="text-muted text-table">
      {from
        ? t('organizations.administrator-since', { when, name: from.name })
        : t('organizations.administrator-since-operator', { when })}
    </p>
  );
};

/** The reader's decision: approving asks for the organization's name, and for each that still calls its APIs. */
const Decision = ({ request, onClose }: Omit<Props, 'open'>) => {
  const t = useLazyTexts('organizations', 'errors');
  const { id, organizationId: orgId, organizationName: name } = request;
  const [typed, setTyped] = useState('');
  const [accepted, setAccepted] = useState<readonly number[]>([]);
  const { data: approver } = useQuery(approverOptions(id, orgId));
  const { data: belongings } = useQuery(belongingsOptions(orgId));
  const approve = useCommand(approveCommand);
  const deny = useCommand(denyCommand);
  const isSending = approve.state === 'sending' || deny.state === 'sending';
  const ended = { onDecided: onClose };
  const query = { id, orgId };
  const send = async (sent: Promise<unknown>) => {
    if (await sent) onClose();
  };
  const mayApprove = approver?.isFromRequester === false;
  return (
    <>
      {approver?.since && <Origin since={approver.since} from={approver.from} />}
      <p className="text-table">{t('organizations.review-text')}</p>
      <Belongings id={orgId} accepted={accepted} onAccept={setAccepted} />
      {approver?.isFromRequester && (
        <Warning text={t('errors.organization.approver-from-requester', { days: fourEyesDays })} />
      )}
      {mayApprove && <TypedName expected={name} typed={typed} onChange={setTyped} />}
      <DialogFooter>
        <Button disabled={isSending} onClick={() => void send(deny.run({ query }, ended))}>
          {t('organizations.deny')}
        </Button>
        {mayApprove && typed === name && belongings && allAccepted(belongings.others, accepted) && (
          <Button
            variant="danger"
            disabled={isSending}
            onClick={() => void send(approve.run({ query: { ...query, accepted: accepted.join(',') } }, ended))}
          >
            {t('organizations.approve')}
          </Button>
        )}
      </DialogFooter>
    </>
  );
};

/** Shows who asked to delete an organization and what goes with it. Another administrator decides, the requester withdraws. */
export const ReviewDeletion = ({ request, open, onClose }: Props) => {
  const t = useLazyTexts('organizations', 'errors');
  const format = useFormat();
  const user = useUser();
  const { id, organizationId: orgId, organizationName: name, firstname, lastname, updatedAt } = request;
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
      {request.user === user.id ? (
        <>
          <Warning text={t('errors.organization.another-admin-to-approve')} />
          <DialogFooter>
            <WithdrawDeletion id={id} orgId={orgId} onDone={onClose} />
          </DialogFooter>
        </>
      ) : (
        <Decision request={request} onClose={onClose} />
      )}
    </FormDialog>
  );
};
