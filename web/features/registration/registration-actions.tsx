import { Check, Eye, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RegistrationRow } from '#domain/registration/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { Button } from '../../components/ui/button.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import type { Intent } from './intent.ts';

const icons = { approve: Check, deny: X, read: Eye } as const;
const texts = {
  approve: 'registrations.approve-of',
  deny: 'registrations.deny-of',
  read: 'registrations.details-of',
} as const;

/** The icons at the end of a request's row: approve and deny while it waits, then its decision. */
export const RegistrationActions = ({
  request,
  onAsk,
}: Readonly<{ request: RegistrationRow; onAsk: (intent: Intent) => void }>) => {
  const { t } = useTranslation();
  const name = fullNameOf(request.firstName, request.lastName);
  const intents: readonly Intent[] = request.status === 'NEW' ? ['approve', 'deny'] : ['read'];
  return (
    <div className="flex justify-end gap-1">
      {intents.map((intent) => {
        const Icon = icons[intent];
        const label = t(texts[intent], { name });
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
