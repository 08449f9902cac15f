import { Unplug } from 'lucide-react';
import { Link } from 'wouter';
import type { Outage } from '#domain/notice/schema.ts';
import { isSupport } from '../../../api/roles.ts';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

type Props = Readonly<{ outage: Outage }>;

/** Says that a gateway does not respond: since when, how many operations wait, and that nothing is lost. */
export const OutageNotice = ({ outage: { gateway, since, waiting } }: Props) => {
  const t = useLazyTexts('notices');
  const format = useFormat();
  const user = useUser();
  return (
    <section
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-danger/40 bg-danger/8 px-3 py-2 text-table"
    >
      <Unplug aria-hidden className="size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 break-words max-sm:basis-4/5">
        <span className="font-medium">{t('notices.outage.since', { gateway, when: format.dateTime(since) })}</span>{' '}
        {waiting === 0 ? t('notices.outage.none') : t('notices.outage.waits', { count: waiting })}{' '}
        {t('notices.outage.safe')}
      </p>
      {isSupport(user) && (
        <Button variant="quiet" size="small" asChild>
          <Link href="/operations?state=waiting">{t('notices.outage.open')}</Link>
        </Button>
      )}
    </section>
  );
};
