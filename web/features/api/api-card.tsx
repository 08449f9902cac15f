import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiRow, OperationMatch } from '#domain/api/schema.ts';
import { RowCard } from '../../components/table/row-card.tsx';
import { VersionTag } from '../../components/text/version-tag.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ApiFiles } from './api-files.tsx';
import { ApiState } from './api-state.tsx';

const OperationMatches = lazy(() =>
  import('./operation-matches.tsx').then((module) => ({ default: module.OperationMatches })),
);

type Props = Readonly<{
  api: ApiRow;
  /** What tells it from another API of the same name. */
  second: string | undefined;
  /** The operations by which it was found. */
  matches?: readonly OperationMatch[];
  isOpen: boolean;
  /** Undefined for users without an organization. */
  onDetails?: (() => void) | undefined;
}>;

/** One API of the gallery. A click on the card opens the details. A click on an action only does the action. */
export const ApiCard = ({ api, second, matches = [], isOpen, onDetails }: Props) => {
  const { t } = useTranslation();
  return (
    <RowCard
      name={api.name}
      mark={<VersionTag version={api.version} />}
      under={second ?? api.appname ?? t('apis.no-application')}
      text={api.summary || t('apis.no-description')}
      isOpen={isOpen}
      onOpen={onDetails}
      className="min-h-[186px]"
    >
      {matches.length > 0 && (
        <Suspense fallback={null}>
          <div className="mt-2">
            <OperationMatches matches={matches} />
          </div>
        </Suspense>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-1 pt-3">
        <div className="flex flex-1 flex-wrap items-center gap-1">
          <ApiState api={api} />
        </div>
        <div className="relative z-10 ms-auto -me-1.5 -mb-1 flex shrink-0 items-center">
          <ApiFiles api={api} />
          {onDetails && (
            <Button variant="quiet" size="small" className="px-2 text-accent-text" onClick={onDetails}>
              {t('apis.details')}
            </Button>
          )}
        </div>
      </div>
    </RowCard>
  );
};
