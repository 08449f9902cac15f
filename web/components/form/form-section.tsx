import type { ReactNode } from 'react';

/** A group of related fields with a title. */
export const FormSection = ({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-5 rounded-card border border-border bg-surface p-5">
    <legend className="sr-only">{title}</legend>
    <div aria-hidden className="-mb-1">
      <p className="font-semibold text-[0.9375rem]">{title}</p>
      {text && <p className="text-muted">{text}</p>}
    </div>
    {children}
  </fieldset>
);
