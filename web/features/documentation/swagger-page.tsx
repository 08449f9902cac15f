import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, FileText, FileX, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'wouter';
import { getDocumentation } from '#domain/api/document-calls.ts';
import type { ApiDetail } from '#domain/api/schema.ts';
import { urlOf } from '../../api/client.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { apiDockAddress, useDock } from '../../components/layout/use-dock.ts';
import { useIsDark } from '../../components/layout/use-is-dark.ts';
import { useTitle } from '../../components/layout/use-title.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { versionsOptions, versionUrl } from '../version/shared/queries.ts';
import { DocumentationFrame } from './documentation-frame.tsx';

/** Links to the PDF, because the browser can show it only outside the frame. */
const PdfLink = ({ apiId, revision }: { apiId: number; revision: number }) => {
  const { t } = useTranslation();
  return (
    <Empty
      icon={FileText}
      title={t('documentation.pdf')}
      action={
        <Button variant="primary" asChild>
          <a href={versionUrl(apiId, revision)} download>
            <Download />
            {t('documentation.pdf-download')}
          </a>
        </Button>
      }
    />
  );
};

/** The documentation of an API in the whole window. */
export const SwaggerPage = () => {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const revision = Number(search.get('revision')) || undefined;
  const operation = search.get('operation') ?? undefined;
  const isDark = useIsDark();
  const dock = useDock();
  const format = useFormat();
  const api = useQuery(apiDetailOptions(Number(id)));
  const versions = useQuery({ ...versionsOptions(Number(id)), enabled: revision !== undefined });
  const older = versions.data?.find((version) => version.revision === revision);
  const isPdf = (current: ApiDetail): boolean => (revision === undefined ? current : older)?.format === 'pdf';
  const title = api.data ? t('documentation.title-of', { name: api.data.name }) : t('documentation.title');
  const query = { theme: isDark ? 'dark' : 'light', revision, operation } as const;
  useTitle(title);
  return (
    <div className="flex h-[calc(100dvh-56px)] flex-col">
      <div className="flex items-center gap-3 border-border border-b px-4 py-2 sm:px-6">
        <Button variant="quiet" size="icon-small" asChild>
          <Link href={apiDockAddress(Number(id), '/wall/all')} aria-label={t('documentation.back')}>
            <ArrowLeft className="rtl:-scale-x-100" />
          </Link>
        </Button>
        <h1 className="min-w-0 truncate font-semibold">
          <bdi>{title}</bdi>
        </h1>
        {revision !== undefined && <Badge>{t('documentation.version', { revision })}</Badge>}
        {api.data && api.data.format !== 'pdf' && revision === undefined && (
          <Button size="small" className="ms-auto" onClick={() => dock.open('trial', Number(id))}>
            <Play className="rtl:-scale-x-100" />
            {t('try-it.title')}
          </Button>
        )}
      </div>
      <QueryView query={api} skeleton={null}>
        {(current) =>
          older?.deletedAt ? (
            <Empty icon={FileX} title={t('documentation.deleted', { date: format.date(older.deletedAt) })} />
          ) : isPdf(current) ? (
            <PdfLink apiId={current.id} revision={revision ?? current.revision} />
          ) : (
            <DocumentationFrame src={urlOf(getDocumentation, { parameters: { id: current.id }, query })} />
          )
        }
      </QueryView>
    </div>
  );
};
