import type { ReactNode } from 'react';

type Props = Readonly<{ id: string; number: number; title: string; text: string; children?: ReactNode }>;

/** One step of the guide, with its number and an id for links. */
export const GuideStep = ({ id, number, title, text, children }: Props) => (
  <section id={id} aria-labelledby={`${id}-title`} className="flex scroll-mt-20 gap-4 sm:gap-5">
    <span
      aria-hidden
      className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs tabular-nums"
    >
      {number}
    </span>
    <div className="flex min-w-0 flex-1 flex-col gap-4">
      <div>
        <h2 id={`${id}-title`} className="font-semibold text-lg tracking-[-0.012em]">
          {title}
        </h2>
        <p className="mt-1.5 text-pretty text-[0.9375rem] text-foreground/85 leading-6">{text}</p>
      </div>
      {children}
    </div>
  </section>
);
