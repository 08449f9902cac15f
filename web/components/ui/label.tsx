import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const Label = ({ className, ...props }: ComponentProps<'label'>) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller connects it with a control
  <label className={cn('select-none font-medium text-sm leading-5', className)} {...props} />
);
