import { Link } from 'wouter';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';

/** Says that a change waits for a second person, or who approved the form that is in force. */
export const ApprovalNotice = ({ id, isWaiting, by }: NonNullable<DeploymentRow['approval']>) => {
  const t = useLazyTexts('approvals');
  const text = t(isWaiting ? 'approvals.waits-of' : 'approvals.approved-by', { name: by });
  return (
    <p className="text-table">
      {id === null ? (
        text
      ) : (
        <Link href={approvalAddress(id)} className="text-accent hover:underline">
          {text}
        </Link>
      )}
    </p>
  );
};
