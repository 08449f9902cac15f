import type { ReactNode } from 'react';
import { Ltr } from './ltr.tsx';

/** A name, path or address as a machine has it; breaks anywhere. */
export const Code = ({ children }: { children: ReactNode }) => (
  <Ltr className="inline-block break-all font-mono text-xs">{children}</Ltr>
);
