import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { Button } from './ui/button.tsx';
import { Tooltip } from './ui/tooltip.tsx';

type Props = Readonly<{
  /** What it is, for screen readers: "API key". */
  label: string;
  last4: string | null;
  /** The value, once it was revealed. */
  value?: string | null | undefined;
  /** Asks for the value; absent when the user may not see it. */
  onReveal?: (() => void) | undefined;
  isPending?: boolean;
}>;

/** A secret: masked with the last four, Reveal, Copy. Hiding it again needs no new reveal. */
export const Secret = ({ label, last4, value, onReveal, isPending = false }: Props) => {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState(false);
  const shown = value && !hidden ? value : undefined;
  const masked = last4 ? t('common.secret-masked', { last4 }) : t('common.secret-hidden');
  const action = shown ? t('common.hide') : t('common.reveal');
  return (
    <div className="flex min-w-0 items-center gap-1">
      <code dir="ltr" className="min-w-0 flex-1 break-all text-start font-mono text-xs">
        <span className="sr-only">{`${label}: ${shown ? '' : masked}`}</span>
        {shown ?? <span aria-hidden>{`••••••••${last4 ?? ''}`}</span>}
      </code>
      {(onReveal || value) && (
        <Tooltip text={action}>
          <Button
            variant="quiet"
            size="icon-small"
            aria-label={`${action}: ${label}`}
            disabled={isPending}
            onClick={() => (value ? setHidden(!hidden) : onReveal?.())}
          >
            {shown ? <EyeOff /> : <Eye />}
          </Button>
        </Tooltip>
      )}
      {shown && <CopyButton value={shown} />}
    </div>
  );
};
