import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { cn } from '../ui/cn.ts';
import { useTitle } from './use-title.ts';

type Props = Readonly<{
  title: string;
  /** One line that says the purpose of the page. */
  description?: ReactNode;
  /** At most one primary action, at the end of the title's row. */
  actions?: ReactNode;
  /** `narrow` for forms. */
  width?: 'full' | 'narrow';
  children: ReactNode;
}>;

/** False after the first page. The focus moves to a page's heading, except when the app is opened at that page. */
let isFirstPage = true;

/** A screen with its h1 and document title. It takes the focus when somebody navigates to it. */
export const Page = ({ title, description, actions, width = 'full', children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasHadFocus = useRef(false);

  useTitle(title);

  useEffect(() => {
    hasHadFocus.current = !isFirstPage;
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);

  // Runs again when the page comes back: React hides it while a part of it is loaded, and what is hidden loses the focus.
  useLayoutEffect(() => {
    if (hasHadFocus.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div
      className={cn(
        'page-enter mx-auto flex w-full flex-col gap-5 px-4 py-6 sm:px-6',
        width === 'narrow' ? 'max-w-3xl' : 'max-w-[1328px]',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="font-semibold text-xl leading-7 tracking-[-0.012em]">
            {title}
          </h1>
          {description && <p className="mt-0.5 text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
};
