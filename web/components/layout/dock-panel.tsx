import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useDock } from './use-dock.ts';

type Props = Readonly<{
  title: ReactNode;
  subtitle?: ReactNode;
  /** Buttons at the end of the header. */
  actions?: ReactNode;
  /** Actions with text, below the heading. */
  toolbar?: ReactNode;
  /** A bar that stays at the bottom. */
  footer?: ReactNode;
  children: ReactNode;
}>;

/** The frame of a dock view: heading (which gets the focus), actions, close button and scrolling body. */
export const DockPanel = ({ title, subtitle, actions, toolbar, footer, children }: Props) => {
  const { t } = useTranslation();
  const { stack, close } = useDock();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby={id} className="flex h-full flex-col">
      <div className="flex min-h-14 shrink-0 items-center gap-2 border-border border-b px-4 py-2">
        {stack.length > 1 && (
          <Button variant="quiet" size="icon-small" aria-label={t('shell.dock-back')} onClick={close}>
            <ArrowLeft className="rtl:-scale-x-100" />
          </Button>
        )}
        <div className="min-w-0 flex-1">
          <h2 ref={heading} id={id} tabIndex={-1} className="font-semibold text-[0.9375rem]">
            <bdi className="block [overflow-wrap:anywhere]">{title}</bdi>
          </h2>
          {subtitle && <div className="truncate text-muted text-xs">{subtitle}</div>}
        </div>
        {actions}
        <Button variant="quiet" size="icon-small" aria-label={t('common.close')} onClick={close}>
          <X />
        </Button>
      </div>
      {toolbar && <div className="flex shrink-0 flex-wrap gap-x-0.5 border-border border-b px-2 py-1.5">{toolbar}</div>}
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain p-4">
        {/* A body that is still loading must not hide the heading, because the heading would lose the focus. */}
        <Suspense fallback={<Skeleton className="h-40 w-full rounded-card" />}>{children}</Suspense>
      </div>
      {footer && (
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-border border-t px-4 py-3">
          {footer}
        </div>
      )}
    </section>
  );
};
