import { lazy, Suspense, useState } from 'react';
import type { CodeType } from '#domain/code-generation/language.ts';

const GenerateCodeDialog = lazy(() =>
  import('./generate-code-dialog.tsx').then((module) => ({ default: module.GenerateCodeDialog })),
);

type Props = Readonly<{
  api: Readonly<{ id: number; name: string }>;
  /** The open dialog, if any. */
  open: CodeType | undefined;
  onClose: () => void;
}>;

/** A dialog for each type, loaded when it is first opened. It keeps a running generation while it is closed. */
export const CodeDialogs = ({ api, open, onClose }: Props) => {
  const [asked, setAsked] = useState<readonly CodeType[]>([]);
  if (open && !asked.includes(open)) setAsked([...asked, open]);
  return asked.map((type) => (
    <Suspense key={type}>
      <GenerateCodeDialog api={api} type={type} open={type === open} onOpenChange={(next) => next || onClose()} />
    </Suspense>
  ));
};
