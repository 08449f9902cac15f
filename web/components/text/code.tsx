import type { ReactNode } from 'react';
import { Ltr } from './ltr.tsx';

/** A technical name, path or address. It can break at any letter. */
export const Code = ({ children }: { children: ReactNode }) => (
  <Ltr className="inline-block break-all font-mono text-xs">{children}</Ltr>
);
