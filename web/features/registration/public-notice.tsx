import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = Readonly<{ icon: LucideIcon; title: string; children: ReactNode; actions: ReactNode }>;

/** A page that says one thing to somebody without an account, with what they can do now. */
export const PublicNotice = ({ icon: Icon, title, children, actions }: Props) => (
  <div className="mx-auto flex w-full max-w-xl flex-col items-center px-4 py-20 text-center sm:px-6">
    <Icon className="size-10 text-accent-text" strokeWidth={1.5} />
    <h1 className="mt-5 text-balance font-semibold text-2xl tracking-[-0.018em]">{title}</h1>
    <div className="mt-3 grid gap-3 text-pretty text-base text-muted leading-7">{children}</div>
    <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>
  </div>
);
