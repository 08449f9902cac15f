import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsDark } from '../../components/layout/use-is-dark.ts';
import type { Unreadable } from './mirror-messages.ts';

type Props = Readonly<{
  /** Told the page that shows the text when it is there, and null when it goes. */
  onFrame: (frame: Window | null) => void;
  unreadable: Unreadable | null;
}>;

/**
 * The documentation of what is being written. The page has an origin of its own and runs only the scripts that it knows,
 * like the documentation of what is saved: the text comes from whoever wrote it.
 */
export const PreviewPanel = memo(({ onFrame, unreadable }: Props) => {
  const { t } = useTranslation();
  const isDark = useIsDark();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => () => onFrame(null), [onFrame]);
  return (
    <section aria-label={t('editor.preview')} className="flex h-full min-h-0 flex-col">
      {unreadable && (
        <p role="status" className="border-border border-b px-3 py-1.5 text-muted text-table">
          {t('editor.preview-old', { line: unreadable.line })}
        </p>
      )}
      <iframe
        ref={frame}
        className="min-h-0 w-full flex-1"
        title={t('editor.preview')}
        src={`/api/redoc-preview?theme=${isDark ? 'dark' : 'light'}`}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        onLoad={() => onFrame(frame.current?.contentWindow ?? null)}
      />
    </section>
  );
});
