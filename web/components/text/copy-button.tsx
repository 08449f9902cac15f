import { Check, Copy } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { copyText } from './copy-text.ts';

const CopyByHand = lazy(() => import('./copy-by-hand.tsx').then((module) => ({ default: module.CopyByHand })));

/**
 * Copies a value and confirms it for two seconds. Shows it, selected, where the browser refuses. `label` names the value if a
 * page has several.
 */
export const CopyButton = ({ value, label }: { value: string; label?: string }) => {
  const { t } = useTranslation();
  const [state, setState] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState(undefined), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copied = state === 'copied';
  const name = copied ? t('common.copied') : (label ?? t('common.copy'));
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) =>
    setState((await copyText(value, currentTarget)) ? 'copied' : 'refused');
  return (
    <>
      <Tooltip text={name}>
        <Button variant="quiet" size="icon-small" aria-label={name} onClick={(event) => void copy(event)}>
          {copied ? <Check className="text-success" /> : <Copy />}
        </Button>
      </Tooltip>
      {state === 'refused' && (
        <Suspense>
          <CopyByHand value={value} onClose={() => setState(undefined)} />
        </Suspense>
      )}
    </>
  );
};
