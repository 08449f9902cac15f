import { type ReactNode, useId } from 'react';
import { cn } from '../ui/cn.ts';

type Props = Readonly<{
  name: string;
  /** Beside the name, such as a badge. */
  mark?: ReactNode;
  /** One line under the name. */
  under?: string;
  text: string;
  isOpen: boolean;
  /** Undefined for users who may not see details. */
  onOpen?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}>;

/** One row of a list of cards. A click on the card opens its details; what has its own action stands above (`relative`). */
export const RowCard = ({ name, mark, under, text, isOpen, onOpen, className, children }: Props) => {
  const id = useId();
  const title = <bdi className="block truncate">{name}</bdi>;
  return (
    <article
      aria-labelledby={id}
      data-open={isOpen || undefined}
      className={cn(
        'group relative flex min-h-[158px] min-w-0 flex-col rounded-card border border-border bg-surface p-4 transition-[border-color,box-shadow] duration-150 focus-within:border-accent hover:border-muted/60 data-open:border-accent',
        className,
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="min-w-0 font-semibold text-[0.9375rem] leading-6">
          {onOpen ? (
            <button
              type="button"
              onClick={onOpen}
              className="max-w-full text-start outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {mark}
      </div>
      {under && (
        <p className="text-muted text-table">
          <bdi className="block truncate">{under}</bdi>
        </p>
      )}
      <p className="mt-2 text-pretty text-foreground/85 text-table leading-5">
        <bdi className="line-clamp-2">{text}</bdi>
      </p>
      {children}
    </article>
  );
};
