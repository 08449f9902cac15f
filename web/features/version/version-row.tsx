import { BookText, Download, FileDiff, MoreHorizontal, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApiDetail, ApiVersionRow } from '#domain/api/schema.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { VersionTag } from '../../components/text/version-tag.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { versionUrl } from './shared/queries.ts';

type Props = Readonly<{
  api: ApiDetail;
  version: ApiVersionRow;
  /** Undefined if there is nothing to compare with. */
  onCompare?: (() => void) | undefined;
  /** Undefined for the current version, and for people who may not restore. */
  onRestore?: (() => void) | undefined;
}>;

/** One version of an API's document: its version text, author, time and size. */
export const VersionRow = ({ api, version, onCompare, onRestore }: Props) => {
  const t = useLazyTexts('versions');
  const format = useFormat();
  const texts = useTranslation();
  const { revision, restores, size, operations, createdBy, createdAt, deletedAt } = version;
  const name = t('versions.name', { revision });
  const types = version.format === 'pdf' ? ([undefined] as const) : (['yaml', 'json'] as const);
  return (
    <li className="flex items-start gap-2 border-border border-t px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table">
          <span className="font-medium">{name}</span>
          <VersionTag version={version.version} />
          {revision === api.revision && <Badge tone="success">{t('versions.current')}</Badge>}
          {restores !== null && <Badge>{t('versions.restores', { revision: restores })}</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-muted text-xs">
          {createdBy && <bdi>{createdBy}</bdi>}
          <RelativeTime at={createdAt} />
          <span>{format.bytes(size)}</span>
          {version.format !== 'pdf' && <span>{t('versions.operations', { count: operations })}</span>}
        </p>
        {deletedAt !== null && (
          <p className="mt-0.5 text-muted text-xs">
            {texts.t('documentation.deleted', { date: format.date(deletedAt) })}
          </p>
        )}
      </div>
      {deletedAt === null && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="quiet" size="icon-small" aria-label={t('versions.actions', { revision })}>
              <MoreHorizontal />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {onCompare && (
              <DropdownMenuItem onSelect={onCompare}>
                <FileDiff />
                {revision === api.revision ? t('versions.compare-before') : t('versions.compare-current')}
              </DropdownMenuItem>
            )}
            {version.format !== 'pdf' && (
              <DropdownMenuItem asChild>
                <Link href={`/swagger-page/${api.id}?revision=${revision}`}>
                  <BookText />
                  {t('versions.read')}
                </Link>
              </DropdownMenuItem>
            )}
            {types.map((type) => (
              <DropdownMenuItem key={type ?? 'pdf'} asChild>
                <a href={versionUrl(api.id, revision, type)} download>
                  <Download />
                  {t(`versions.open-${type ?? 'pdf'}`)}
                </a>
              </DropdownMenuItem>
            ))}
            {onRestore && (
              <DropdownMenuItem onSelect={onRestore}>
                <Undo2 className="rtl:-scale-x-100" />
                {t('versions.restore')}
              </DropdownMenuItem>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </li>
  );
};
