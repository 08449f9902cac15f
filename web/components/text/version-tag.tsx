import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/badge.tsx';

/** Shows the version that a document's author chose. A long one is cut with dots. An empty one shows nothing. */
export const VersionTag = ({ version }: { version: string }) => {
  const { t } = useTranslation();
  if (version === '') return null;
  return (
    <Badge tone="outline" dir="ltr" title={t('apis.version', { version })} className="max-w-32 shrink-0 font-mono">
      <span className="truncate text-[0.6875rem]">{version}</span>
    </Badge>
  );
};
