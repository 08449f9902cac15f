import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

/** Copies a value and confirms it for two seconds. `label` names the value if a page has several. */
export const CopyButton = ({ value, label }: { value: string; label?: string }) => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const name = copied ? t('common.copied') : (label ?? t('common.copy'));
  return (
    <Tooltip text={name}>
      <Button
        variant="quiet"
        size="icon-small"
        aria-label={name}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {copied ? <Check className="text-success" /> : <Copy />}
      </Button>
    </Tooltip>
  );
};
