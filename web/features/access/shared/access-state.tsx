import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleX, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AccessRequestRow } from '#domain/access/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { lastRequestOptions, type Product } from './queries.ts';

const bandClasses =
  'flex gap-2.5 border-border border-b px-4 py-3 text-table [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0';

const Waiting = ({ request }: { request: AccessRequestRow }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const name = fullNameOf(request.firstname, request.lastname);
  return (
    <div className={bandClasses}>
      <Hourglass className="text-muted" />
      <p>{t('access.waiting-text', { name, when: format.dateTime(request.createdAt) })}</p>
    </div>
  );
};

const Denied = ({ request }: { request: AccessRequestRow }) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={bandClasses}>
      <CircleX className="text-danger" />
      <div className="grid min-w-0 gap-1">
        <p>{t('access.denied-text', { when: format.dateTime(request.decidedAt ?? request.createdAt) })}</p>
        {request.note && (
          <blockquote dir="auto" className="whitespace-pre-line border-control border-s-2 ps-3 text-muted">
            {request.note}
          </blockquote>
        )}
      </div>
    </div>
  );
};

/** Shown if a request was approved, but the access was revoked later. */
const Revoked = () => {
  const { t } = useTranslation();
  return (
    <div className={bandClasses}>
      <CircleX className="text-danger" />
      <p>{t('access.revoked-text')}</p>
    </div>
  );
};

/** The state of the organization's request: waiting, denied (with the note), or approved and later revoked. */
export const AccessState = ({ product, hasAccess }: Readonly<{ product: Product; hasAccess: boolean }>) => {
  const { t } = useTranslation();
  const { organizationId } = useUser();
  const last = useQuery(lastRequestOptions(product, organizationId));
  if (last.data?.status === 'NEW') return <Waiting request={last.data} />;
  if (last.data?.status === 'DENIED') return <Denied request={last.data} />;
  if (last.data?.status === 'APPROVED' && !hasAccess) return <Revoked />;
  if (last.data !== undefined || !last.isError) return null;
  return (
    <div role="alert" className={bandClasses}>
      <CircleAlert className="text-danger" />
      <p>{t(product.type === 'event' ? 'access.status-failed' : 'access.lookup-failed')}</p>
      <Button size="small" className="ms-auto" onClick={() => void last.refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  );
};
