import { LogIn, SkipForward, Undo2 } from 'lucide-react';
import type { DecisionRow } from '#domain/take-over/decisions.ts';
import { Button } from '../../components/ui/button.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { mayReopen, maySkip, mayTake } from './may-decide.ts';

/** What a person may do with services. */
type Intent = 'take' | 'skip' | 'reopen';
export type Ask = (intent: Intent, services: readonly DecisionRow[]) => void;

const ways = [
  { intent: 'take', icon: LogIn, may: mayTake, one: 'take-overs.take-of', many: 'take-overs.take-count' },
  { intent: 'skip', icon: SkipForward, may: maySkip, one: 'take-overs.skip-of', many: 'take-overs.skip-count' },
  { intent: 'reopen', icon: Undo2, may: mayReopen, one: 'take-overs.reopen-of', many: 'take-overs.reopen-count' },
] as const;

/** The icons at the end of a row. */
export const RowDecisions = ({ row, onAsk }: Readonly<{ row: DecisionRow; onAsk: Ask }>) => {
  const t = useLazyTexts('take-overs');
  return (
    <div className="flex justify-end gap-1">
      {ways
        .filter(({ may }) => may(row))
        .map(({ intent, icon: Icon, one }) => {
          const label = t(one, { name: row.name || row.id.slice(0, 8) });
          return (
            <Tooltip key={intent} text={label}>
              <Button variant="quiet" size="icon" aria-label={label} onClick={() => onAsk(intent, [row])}>
                <Icon />
              </Button>
            </Tooltip>
          );
        })}
    </div>
  );
};

/** The buttons that decide about all ticked services, as far as each may be decided so. */
export const ManyDecisions = ({
  selected,
  isOff,
  onAsk,
}: Readonly<{ selected: readonly DecisionRow[]; isOff: boolean; onAsk: Ask }>) => {
  const t = useLazyTexts('take-overs');
  return ways.map(({ intent, icon: Icon, may, many }) => {
    const services = selected.filter(may);
    if (services.length === 0) return null;
    return (
      <Button key={intent} size="small" disabled={isOff} onClick={() => onAsk(intent, services)}>
        <Icon />
        {t(many, { count: services.length })}
      </Button>
    );
  });
};
