import { Button } from '../../components/ui/button.tsx';

/** Leads from one form of a review to the other one. */
export const OtherForm = ({ text, onOpen }: Readonly<{ text: string; onOpen: () => void }>) => (
  <Button variant="quiet" className="-ms-3 me-auto max-sm:w-full max-sm:justify-start" onClick={onOpen}>
    {text}
  </Button>
);
