import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiRow } from '#domain/api/schema.ts';
import { VersionTag } from '../../components/text/version-tag.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ApiFiles } from './api-files.tsx';
import { ApiState } from './api-state.tsx';

type Props = Readonly<{
  api: ApiRow;
  isOpen: boolean;
  /** Undefined for users without an organization. */
  onDetails?: (() => void) | undefined;
}>;

/** One API of the gallery. A click on the card opens the details. A click on an action only does the action. */
export const ApiCard = ({ api, isOpen, onDetails }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      data-open={isOpen || undefined}
      className="group relative flex min-h-[186px] min-w-0 flex-col rounded-card border border-border bg-surface p-4 transition-[border-color,box-shadow] duration-150 focus-within:border-accent hover:border-muted/60 data-open:border-accent"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="min-w-0 font-semibold text-[0.9375rem] leading-6">
          {onDetails ? (
            <button
              type="button"
              onClick={onDetails}
              className="max-w-full text-start outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              <bdi className="block truncate">{api.name}</bdi>
            </button>
          ) : (
            <bdi className="block truncate">{api.name}</bdi>
          )}
        </h2>
        <VersionTag version={api.version} />
      </div>
      <p className="text-muted text-table">
        <bdi className="block truncate">{api.appname ?? t('apis.no-application')}</bdi>
      </p>
      <p className="mt-2.5 text-pretty text-foreground/85 text-table leading-5">
        <bdi className="line-clamp-2">{api.summary || t('apis.no-description')}</bdi>
      </p>
      <div className="mt-auto flex items-center gap-1 pt-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
          <ApiState api={api} />
        </div>
        <div className="relative z-10 -me-1.5 -mb-1 flex shrink-0 items-center">
          <ApiFiles api={api} />
          {onDetails && (
            <Button variant="quiet" size="small" className="px-2 text-accent-text" onClick={onDetails}>
              {t('apis.details')}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
};
