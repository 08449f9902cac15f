import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deletionListQuery } from '#domain/organization/schema.ts';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { GoneDialog } from '../../../components/layout/gone-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../../components/ui/dialog.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { deletionGrantsOptions, deletionRequestsOptions } from '../deletion-queries.ts';
import { ReviewDeletion } from '../review-deletion.tsx';

type Props = Readonly<{ id: number; onClose: () => void }>;

/** What became of a request. */
const Decided = ({ id, onClose }: Props) => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('organizations');
  const format = useFormat();
  const { data } = useQuery(deletionGrantsOptions({ ...deletionListQuery.parse({}), id }));
  if (!data) return null;
  const grant = data.grants[0];
  const when = grant && format.dateTime(grant.updatedAt);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={grant ? grant.organizationName : t('organizations.title-gone')}
      text={
        grant
          ? [t(`organizations.happened.${grant.action}`), `${grant.firstname} ${grant.lastname}`.trim(), when].join(
              ' · ',
            )
          : t('organizations.text-gone')
      }
    >
      <DialogFooter>
        <DialogClose asChild>
          <Button>{words('common.close')}</Button>
        </DialogClose>
      </DialogFooter>
    </FormDialog>
  );
};

/** The review of one request to delete an organization, by its number, or its decision. */
export const WaitingReview = ({ id, onClose }: Props) => {
  const t = useLazyTexts('organizations');
  const { data, error } = useQuery(deletionRequestsOptions({ ...deletionListQuery.parse({}), id }));
  if (error && !data)
    return (
      <GoneDialog
        title={t('organizations.title-gone')}
        text={t('organizations.text-gone')}
        error={error}
        onClose={onClose}
      />
    );
  if (!data) return null;
  const [request] = data.requests;
  return request ? <ReviewDeletion request={request} open onClose={onClose} /> : <Decided id={id} onClose={onClose} />;
};
