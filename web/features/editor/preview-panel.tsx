import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { previewDocumentation } from '#domain/api/document-calls.ts';
import { urlOf } from '../../api/client.ts';
import { useIsDark } from '../../components/layout/use-is-dark.ts';
import type { Unreadable } from './mirror-messages.ts';

type Props = Readonly<{
  /** Called with the page that shows the text, and with null when the page is gone. */
  onFrame: (frame: Window | null) => void;
  unreadable: Unreadable | null;
}>;

/**
 * The documentation of the text. The page has its own origin and runs only known scripts, as the documentation of a
 * saved text does: the author of the description wrote the text.
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
        src={urlOf(previewDocumentation, { query: { theme: isDark ? 'dark' : 'light' } })}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        onLoad={() => onFrame(frame.current?.contentWindow ?? null)}
      />
    </section>
  );
});
