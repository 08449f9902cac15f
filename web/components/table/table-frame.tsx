import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/**
 * Frames a table. A table that is wider than its frame scrolls in it: what is in the frame finds out by
 * `group-data-wide/frame`. Only one that fits can have a head that stays while the page scrolls: a head sticks to the nearest
 * thing that scrolls.
 */
export const TableFrame = ({ children }: Readonly<{ children: ReactNode }>) => {
  const frame = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => setIsWide(current.scrollWidth > current.clientWidth);
    const observer = new ResizeObserver(measure);
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={frame}
      data-wide={isWide || undefined}
      className="group/frame overflow-clip rounded-card border-border data-wide:overflow-x-auto sm:border sm:bg-surface"
    >
      {children}
    </div>
  );
};
