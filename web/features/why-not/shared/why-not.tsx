import { useEffect, useState } from 'react';
import { onWhyNot, type Refused } from '../../../api/why-not.ts';
import { lateDialog } from '../../../components/ui/late-dialog.tsx';

const WhyNotDialog = lateDialog(async () => (await import('./why-not-dialog.tsx')).WhyNotDialog);

/** Shows the explanation of a refusal, wherever it was told. */
export const WhyNot = () => {
  const [problem, setProblem] = useState<Refused>();
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      onWhyNot((refused) => {
        setProblem(refused);
        setOpen(true);
      }),
    [],
  );
  return <WhyNotDialog open={isOpen} problem={problem} onClose={() => setOpen(false)} />;
};
