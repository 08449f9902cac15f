import { Check, Eye, X } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

/** What a reviewer wants to do with a request. */
export type Intent = 'approve' | 'deny' | 'read';

const icons = { approve: Check, deny: X, read: Eye } as const;

type Props = Readonly<{
  isWaiting: boolean;
  /** Returns the name of an icon, which says whose request it is. */
  labelOf: (intent: Intent) => string;
  onAsk: (intent: Intent) => void;
}>;

/** The icons at the end of a request's row: approve and deny while it waits, then its decision. */
export const DecisionActions = ({ isWaiting, labelOf, onAsk }: Props) => {
  const intents: readonly Intent[] = isWaiting ? ['approve', 'deny'] : ['read'];
  return (
    <div className="flex justify-end gap-1">
      {intents.map((intent) => {
        const Icon = icons[intent];
        const label = labelOf(intent);
        return (
          <Tooltip key={intent} text={label}>
            <Button variant="quiet" size="icon" aria-label={label} onClick={() => onAsk(intent)}>
              <Icon />
            </Button>
          </Tooltip>
        );
      })}
    </div>
  );
};
