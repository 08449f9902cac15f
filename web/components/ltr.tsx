import type { ComponentProps } from 'react';
import { cn } from './ui/cn.ts';

/** Ids, paths, keys, addresses: left to right in every language. */
export const Ltr = ({ className, ...props }: ComponentProps<'span'>) => (
  <span dir="ltr" className={cn('text-start', className)} {...props} />
);
