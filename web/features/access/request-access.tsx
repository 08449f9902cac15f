import { useQuery } from '@tanstack/react-query';
import { Hourglass, LockKeyhole } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { useUser } from '../../api/session.tsx';
import { Button } from '../../components/ui/button.tsx';
import { lastRequestOptions } from './queries.ts';

const RequestAccessDialog = lazy(() =>
  import('./request-access-dialog.tsx').then((module) => ({ default: module.RequestAccessDialog })),
);

/** Shows "Request Access" for the user's own organization, or "Access Requested" while a request waits. */
export const RequestAccess = ({ api }: { api: ApiDetail }) => {
  const { t } = useTranslation();
  const { organizationId } = useUser();
  const last = useQuery(lastRequestOptions(api.id, organizationId));
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
          <RequestAccessDialog api={api} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
