import type { ComponentType, ReactNode } from 'react';
import { cn } from '../ui/cn.ts';

type Props = Readonly<{
  icon: ComponentType<{ className?: string }>;
  /** Says why there is nothing for this user. */
  title: string;
  text?: ReactNode;
  /** One action. */
  action?: ReactNode;
  className?: string;
}>;

export const Empty = ({ icon: Icon, title, text, action, className }: Props) => (
  <div className={cn('flex flex-col items-center justify-center gap-1 px-6 py-16 text-center', className)}>
    <div className="mb-3 flex size-11 items-center justify-center rounded-full bg-hover text-muted">
      <Icon className="size-5" />
    </div>
    <p className="font-medium">{title}</p>
    {text && <p className="max-w-md text-balance text-muted">{text}</p>}
    {action && <div className="mt-4">{action}</div>}
  </div>
);
