import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../components/ui/cn.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';

/**
 * The frame of a document. It runs in a sandbox, because the author of the description wrote its text. Until the document is there,
 * its outline is shown instead of an empty frame, which is white in every theme.
 */
export const DocumentationFrame = ({ src }: { src: string }) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState<string>();
  const isComing = shown !== src;
  return (
    <div className="relative min-h-0 flex-1">
      {isComing && (
        <div aria-busy className="absolute inset-0 flex gap-8 p-6">
          <div className="hidden w-64 shrink-0 flex-col gap-3 md:flex">
            {Array.from({ length: 8 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same.
              <Skeleton key={index} className="late h-6" />
            ))}
          </div>
          <div className="flex flex-1 flex-col gap-4">
            <Skeleton className="late h-9 w-1/2" />
            <Skeleton className="late h-24" />
            <Skeleton className="late h-48" />
          </div>
        </div>
      )}
      <iframe
        className={cn('size-full', isComing && 'invisible')}
        title={t('documentation.title')}
        src={src}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        onLoad={() => setShown(src)}
      />
    </div>
  );
};
