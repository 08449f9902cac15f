import type { SpecComparison } from '#domain/api/comparison.ts';
import type { EventComparison } from '#domain/event-category/comparison.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ChangeGroup } from '../version/shared/change-group.tsx';

const tones = { breaks: 'danger', 'may-break': 'warning', safe: 'success' } as const;
const verdictOf = ({ breaking, maybe }: SpecComparison) => (breaking > 0 ? 'breaks' : maybe > 0 ? 'may-break' : 'safe');

const Side = ({ title, text, comparison }: { title: string; text: string; comparison: SpecComparison }) => {
  const t = useLazyTexts('versions');
  const verdict = verdictOf(comparison);
  const groups = Map.groupBy(comparison.changes, ({ subject }) => subject);
  return (
    <section aria-label={title} className="grid content-start gap-2">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold text-sm">
        {title}
        <Badge tone={tones[verdict]}>{t(`versions.verdict.${verdict}`)}</Badge>
      </h3>
      <p className="text-muted text-xs">{text}</p>
      {[...groups].map(([subject, changes]) => (
        <ChangeGroup key={subject} subject={subject} changes={changes} />
      ))}
      {comparison.changes.length < comparison.total && (
        <p className="text-muted text-table">
          {t('versions.first', { count: comparison.changes.length, total: comparison.total })}
        </p>
      )}
    </section>
  );
};

/** What a change means for readers and for writers, with the events and fields, and who is subscribed. */
export const Compatibility = ({ comparison: { readers, writers } }: { comparison: EventComparison }) => {
  const t = useLazyTexts('event-categories');
  if (readers.total === 0) return <p className="text-muted text-table">{t('event-categories.no-changes')}</p>;
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={t('event-categories.readers')} text={t('event-categories.readers-text')} comparison={readers} />
        <Side title={t('event-categories.writers')} text={t('event-categories.writers-text')} comparison={writers} />
      </div>
      <p className="text-muted text-table">{t('event-categories.no-subscribers')}</p>
    </div>
  );
};
