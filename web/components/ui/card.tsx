import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Card = ({ className, ...props }: ComponentProps<'section'>) => (
  <section className={cn('rounded-card border border-border bg-surface', className)} {...props} />
);

export const CardHeader = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    className={cn('flex min-h-12 items-center justify-between gap-3 border-border border-b px-4 py-2', className)}
    {...props}
  />
);

/** Use `level` 2 directly under a page's title, and 3 in the dock, whose views have an h2. */
export const CardTitle = ({ className, level = 3, ...props }: ComponentProps<'h3'> & { level?: 2 | 3 }) => {
  const Heading = `h${level}` as const;
  return <Heading className={cn('font-semibold text-sm', className)} {...props} />;
};

export const CardContent = ({ className, ...props }: ComponentProps<'div'>) => (
  <div className={cn('p-4', className)} {...props} />
);
