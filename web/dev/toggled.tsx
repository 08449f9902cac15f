import { type ReactNode, useState } from 'react';
import { Button } from '../components/ui/button.tsx';

type Props = Readonly<{ word: string; children: (open: boolean, setOpen: (open: boolean) => void) => ReactNode }>;

/** A component that opens over the page, with a button that opens it. */
export const Toggled = ({ word, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{word}</Button>
      {children(isOpen, setOpen)}
    </>
  );
};
