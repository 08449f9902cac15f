import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { QueryView } from '../../components/layout/query-view.tsx';
import { cn } from '../../components/ui/cn.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ComparisonChanges } from '../version/shared/comparison-changes.tsx';
import { textComparisonOptions } from '../version/shared/queries.ts';
import type { ChangedText } from './use-workspace.ts';

/** Milliseconds without a change before a text is compared. Comparing costs more than the check before it. */
const pause = 500;

type TextProps = Readonly<{ apiId: number; text: ChangedText }>;

const Comparison = ({ apiId, text }: TextProps) => {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    if (!text.isNewest) return;
    const timer = setTimeout(() => setAsked(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const comparison = useQuery(textComparisonOptions(apiId, asked));
  const isOld = !text.isNewest || text.version !== asked.version || comparison.isFetching;
  return (
    <div aria-busy={isOld} className={cn('grid max-h-44 gap-2 overflow-y-auto px-3 pt-1 pb-3', isOld && 'opacity-60')}>
      <QueryView query={comparison} skeleton={<Skeleton className="h-11 w-full rounded-card" />}>
        {(found) => <ComparisonChanges comparison={found} />}
      </QueryView>
    </div>
  );
};

type Props = TextProps & Readonly<{ isOpen: boolean; onOpenChange: (isOpen: boolean) => void }>;

/**
 * Shows what saving the text would change for the API's callers. It asks the server only while it is open, and never
 * blocks saving.
 */
export const ComparisonPanel = ({ apiId, text, isOpen, onOpenChange }: Props) => {
  const t = useLazyTexts('versions');
  const title = t('versions.against-current');
  return (
    <section aria-label={title} className="shrink-0 border-border border-t">
      <h2 className="text-muted text-table">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex w-full items-center gap-2 px-3 py-1.5 text-start hover:bg-hover"
          onClick={() => onOpenChange(!isOpen)}
        >
          <ChevronRight
            className={cn(
              'size-4 shrink-0 transition-transform duration-150 rtl:-scale-x-100',
              isOpen && 'rotate-90 rtl:-rotate-90',
            )}
          />
          {title}
        </button>
      </h2>
      {isOpen && <Comparison apiId={apiId} text={text} />}
    </section>
  );
};
