import { cn } from '../ui/cn.ts';
import { CopyButton } from './copy-button.tsx';

/** Code, commands or JSON with a copy button. Left to right in every language. */
export const CodeBlock = ({
  code,
  copied = code,
  label,
  className,
}: {
  code: string;
  /** The text to copy, if it differs from the shown text. */
  copied?: string | undefined;
  /** Name of the code. */
  label: string;
  className?: string;
}) => (
  <section
    aria-label={label}
    dir="ltr"
    className={cn('relative rounded-card border border-border bg-background text-start', className)}
  >
    <pre className="whitespace-pre-wrap p-3 pe-11 font-mono text-xs leading-5">
      <code>{code}</code>
    </pre>
    <div className="absolute end-1.5 top-1.5">
      <CopyButton value={copied} />
    </div>
  </section>
);
