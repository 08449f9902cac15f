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

export const CardTitle = ({ className, ...props }: ComponentProps<'h3'>) => (
  <h3 className={cn('font-semibold text-sm', className)} {...props} />
);

export const CardContent = ({ className, ...props }: ComponentProps<'div'>) => (
  <div className={cn('p-4', className)} {...props} />
);
