import { Minus, Pencil, Plus } from 'lucide-react';
import type { SpecChange } from '#domain/api/comparison.ts';
import { Ltr } from '../../../components/text/ltr.tsx';
import { ValueChange } from '../../../components/text/value-change.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

const effects = {
  added: { icon: Plus, look: 'bg-success/10 text-success' },
  removed: { icon: Minus, look: 'bg-danger/10 text-danger' },
  changed: { icon: Pencil, look: 'bg-info/10 text-info' },
} as const;

const tones = { breaks: 'danger', 'may-break': 'warning', safe: 'neutral' } as const;

/** The text before and after a change. */
const BeforeAfter = ({ before, after }: Pick<SpecChange, 'before' | 'after'>) =>
  before === '' && after === '' ? null : (
    <div dir="ltr" className="mt-1 grid gap-0.5 font-mono text-xs">
      {before && <ValueChange side="before" text={before} />}
      {after && <ValueChange side="after" text={after} />}
    </div>
  );

/** The changes in one operation or schema, each with its verdict. */
export const ChangeGroup = ({ subject, changes }: { subject: string; changes: readonly SpecChange[] }) => {
  const t = useLazyTexts('versions');
  const effect = changes[0]?.effect ?? 'changed';
  const { icon: Icon, look } = effects[effect];
  return (
    <section aria-label={subject} className="rounded-card border border-border bg-surface">
      <h3 className="flex items-center gap-2 px-3 py-2 text-table">
        <span className={`flex size-5 shrink-0 items-center justify-center rounded-[4px] ${look}`}>
          <Icon role="img" aria-label={t(`versions.effect.${effect}`)} className="size-3.5" />
        </span>
        <Ltr className="min-w-0 break-all font-medium font-mono">{subject}</Ltr>
      </h3>
      <ul className="border-border border-t">
        {changes.map((change) => (
          <li
            key={`${change.what} ${change.place} ${change.before} ${change.after}`}
            className="flex items-start justify-between gap-3 border-border border-t px-3 py-2 text-table first:border-t-0"
          >
            <div className="min-w-0 flex-1">
              <span>{t(`versions.change.${change.what}`)}</span>{' '}
              {change.place && <Ltr className="break-all font-mono text-muted text-xs">{change.place}</Ltr>}
              <BeforeAfter {...change} />
            </div>
            <Badge tone={tones[change.verdict]} className="shrink-0">
              {t(`versions.verdict.${change.verdict}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
};
