import { useQuery } from '@tanstack/react-query';
import type { ApprovalDetail } from '#domain/approval/schema.ts';
import { denyBody } from '#domain/approval/schema.ts';
import { fourEyesDays } from '#domain/organization/four-eyes.ts';
import { useCommand } from '../../api/use-command.ts';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Warning } from '../../components/text/warning.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalNowOptions, approveCommand, denyCommand, withdrawCommand } from './queries.ts';

type Props = Readonly<{ approval: ApprovalDetail }>;

/** Says since when and from whom the reader is a portal administrator. */
const AdministratorSince = ({ since, from }: { since: string; from: { name: string } | null }) => {
  const t = useLazyTexts('approvals');
  const when = useFormat().dateTime(since);
  return (
    <p className="text-muted text-table">
      {from
        ? t('approvals.administrator-since', { when, name: from.name })
        : t('approvals.administrator-since-operator', { when })}
    </p>
  );
};

/** The second person's decision. What has changed at the gateway meanwhile can be denied only. */
export const DecideApproval = ({ approval: { id, hash, environment, kind, approver } }: Props) => {
  const t = useLazyTexts('approvals', 'errors');
  const now = useQuery(approvalNowOptions(id));
  const approve = useCommand(approveCommand);
  const deny = useCommand(denyCommand);
  const form = useZodForm(denyBody, { note: '' }, 'onSubmit');
  const isSending = approve.state === 'sending' || deny.state === 'sending';
  const hasChanged = now.data?.isSame === false;
  const tooClose = approver?.tooClose;
  const parameters = { id };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(async (body) => {
        await approve.run({ parameters, body: { ...body, hash } }, { form });
      })}
    >
      {kind !== 'deployment' && approver?.since && <AdministratorSince since={approver.since} from={approver.from} />}
      {tooClose && <Warning text={t(`errors.approval.${tooClose}`, { days: fourEyesDays })} />}
      {hasChanged && (
        <Warning text={t(environment === null ? 'approvals.person-has-changed' : 'approvals.has-changed')} />
      )}
      {now.isError && <p className="text-muted text-table">{t('approvals.not-compared')}</p>}
      <TextAreaField control={form.control} name="note" label={t('approvals.note')} maximum={500} rows={3} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          disabled={isSending}
          onClick={() =>
            void form.handleSubmit(async (body) => void (await deny.run({ parameters, body }, { form })))()
          }
        >
          {t('approvals.deny')}
        </Button>
        <Button
          type="submit"
          variant={environment === 'PROD' || kind === 'erasure' ? 'danger' : 'primary'}
          disabled={isSending || hasChanged || Boolean(tooClose) || now.isPending}
        >
          {t('approvals.approve')}
        </Button>
      </div>
    </form>
  );
};

/** Takes one's own request back. */
export const WithdrawApproval = ({ approval: { id } }: Props) => {
  const t = useLazyTexts('approvals');
  const { run, state } = useCommand(withdrawCommand);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-table">{t('approvals.own')}</p>
      <Button disabled={state === 'sending'} onClick={() => void run({ parameters: { id } })}>
        {t('approvals.withdraw')}
      </Button>
    </div>
  );
};
