import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { SpecComparison } from '#domain/api/comparison.ts';
import { Label } from '../../../components/ui/label.tsx';
import { Switch } from '../../../components/ui/switch.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { ChangeGroup } from './change-group.tsx';

const looks = {
  breaks: { icon: TriangleAlert, box: 'bg-danger/8', tone: 'text-danger' },
  'may-break': { icon: CircleHelp, box: 'bg-warning/8', tone: 'text-warning' },
  safe: { icon: CircleCheck, box: 'bg-success/8', tone: 'text-success' },
} as const;

/** The verdict of a comparison in a sentence or two. */
const Verdict = ({ breaking, maybe, total }: Pick<SpecComparison, 'breaking' | 'maybe' | 'total'>) => {
  const t = useLazyTexts('versions');
  const { icon: Icon, box, tone } = looks[breaking > 0 ? 'breaks' : maybe > 0 ? 'may-break' : 'safe'];
  const texts = [
    ...(breaking > 0 ? [t('versions.verdict-breaking', { count: breaking })] : []),
    ...(maybe > 0 ? [t('versions.verdict-maybe', { count: maybe })] : []),
  ];
  const calm = total > 0 ? t('versions.verdict-compatible') : t('versions.verdict-same');
  return (
    <p role="status" className={`flex items-center gap-2.5 rounded-card px-3.5 py-3 font-medium text-table ${box}`}>
      <Icon className={`size-4.5 shrink-0 ${tone}`} />
      {texts.length > 0 ? texts.join(' ') : calm}
    </p>
  );
};

/** The changes between two descriptions, with the verdict first. */
export const ComparisonChanges = ({ comparison }: { comparison: SpecComparison }) => {
  const { changes, breaking, maybe, total } = comparison;
  const t = useLazyTexts('versions');
  const id = useId();
  const [only, setOnly] = useState(false);
  const shown = only ? changes.filter(({ verdict }) => verdict !== 'safe') : changes;
  const groups = Map.groupBy(shown, ({ kind, subject }) => `${kind} ${subject}`);
  const notable = breaking + maybe;
  return (
    <>
      <Verdict breaking={breaking} maybe={maybe} total={total} />
      {notable > 0 && notable < total && (
        <div className="flex items-center gap-2 text-table">
          <Switch id={id} checked={only} onCheckedChange={setOnly} />
          <Label htmlFor={id}>{t('versions.only-notable')}</Label>
        </div>
      )}
      {[...groups].map(([key, lines]) => (
        <ChangeGroup key={key} subject={lines[0]?.subject ?? ''} changes={lines} />
      ))}
      {changes.length < total && (
        <p className="text-muted text-table">{t('versions.first', { count: changes.length, total })}</p>
      )}
    </>
  );
};
