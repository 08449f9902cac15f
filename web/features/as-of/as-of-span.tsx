import type { TFunction } from 'i18next';
import type { AsOfSpan } from '#domain/as-of/schema.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Doer = NonNullable<AsOfSpan['endedBy']>;

/** Returns who did something: a person, the portal, or somebody whom the reader may not see. */
export const doerText = (t: TFunction, { user, isOther }: Doer): string =>
  user ? user.name || t('audit.number', { id: user.id }) : t(isOther ? 'audit.other' : 'common.product');

/** From when to when, why it ended, and who ended it. */
export const Span = ({ span }: { span: AsOfSpan | null }) => {
  const t = useLazyTexts('as-of', 'audit');
  const format = useFormat();
  if (!span) return <span className="text-muted">{t('as-of.not')}</span>;
  const { since, until, cause, endedBy } = span;
  return (
    <span className="grid min-w-40 whitespace-normal tabular-nums">
      <time dateTime={since}>{t('as-of.since', { at: format.dateTime(since) })}</time>
      {until === null ? (
        <span className="text-muted">{t('as-of.open')}</span>
      ) : (
        <time dateTime={until}>{t('as-of.until', { at: format.dateTime(until) })}</time>
      )}
      {cause && (
        <span className="text-muted text-xs">
          {t(`as-of.cause.${cause}`)}
          {endedBy && (
            <>
              {' · '}
              <bdi>{doerText(t, endedBy)}</bdi>
            </>
          )}
        </span>
      )}
    </span>
  );
};
