import { useQuery } from '@tanstack/react-query';
import { Hourglass, LockKeyhole } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { lastRequestOptions, type Product } from './queries.ts';

const RequestAccessDialog = lazy(() =>
  import('./request-access-dialog.tsx').then((module) => ({ default: module.RequestAccessDialog })),
);

/** Shows "Request Access" for the user's own organization, or "Access Requested" while a request waits. */
export const RequestAccess = ({ product }: { product: Product }) => {
  const { t } = useTranslation();
  const { organizationId } = useUser();
  const last = useQuery(lastRequestOptions(product, organizationId));
  /** Undefined until the first opening. */
  const [open, setOpen] = useState<boolean>();
  if (last.data === undefined) return null;
  const isWaiting = last.data?.status === 'NEW';
  return (
    <>
      <Button size="small" disabled={isWaiting} onClick={() => setOpen(true)}>
        {isWaiting ? <Hourglass /> : <LockKeyhole />}
        {isWaiting ? t('access.requested') : t('access.request')}
      </Button>
      {open !== undefined && (
        <Suspense>
          <RequestAccessDialog product={product} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
