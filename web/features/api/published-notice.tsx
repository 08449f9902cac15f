import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Rocket, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { VersionTag } from '../../components/text/version-tag.tsx';
import { Button } from '../../components/ui/button.tsx';
import { apiDetailOptions } from './shared/queries.ts';

type Props = Readonly<{ apiId: number; onDetails: () => void; onClose: () => void }>;

/** Names the API that was just published, and the next step. Shown also if the current gallery does not contain it. */
export const PublishedNotice = ({ apiId, onDetails, onClose }: Props) => {
  const { t } = useTranslation();
  const { data: api } = useQuery(apiDetailOptions(apiId));
  if (!api) return null;
  return (
    <section
      aria-label={t('apis.published')}
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-card border border-success/40 bg-success/8 py-1.5 ps-3 pe-1.5"
    >
      <CircleCheck className="size-4 shrink-0 text-success" />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 max-sm:basis-4/5 max-sm:py-1">
        <span className="text-muted">{t('apis.published')}</span>
        <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{api.name}</bdi>
        <VersionTag version={api.version} />
      </p>
      <div className="flex items-center gap-1">
        <Button variant="quiet" size="small" onClick={onDetails}>
          {t('apis.details')}
        </Button>
        {api.may.deploy && api.format !== 'pdf' && (
          <Button variant="quiet" size="small" asChild>
            <Link href={`/api-deploy/${api.id}`}>
              <Rocket />
              {t('deployments.deploy-now')}
            </Link>
          </Button>
        )}
        <Button variant="quiet" size="icon-small" aria-label={t('common.close')} onClick={onClose}>
          <X />
        </Button>
      </div>
    </section>
  );
};
