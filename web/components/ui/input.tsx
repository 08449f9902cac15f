import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Classes of every text control. */
export const controlClasses =
  'w-full min-w-0 rounded-card border border-control bg-surface px-3 text-sm text-foreground transition-[border-color,box-shadow] duration-150 placeholder:text-muted hover:border-muted focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-hover disabled:text-muted aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';

export const Input = ({ className, type = 'text', ...props }: ComponentProps<'input'>) => (
  <input type={type} className={cn(controlClasses, 'h-9', className)} {...props} />
);
