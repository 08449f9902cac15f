import { LogIn } from 'lucide-react';
import { useState } from 'react';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { TakeOverDialog } from './dialogs.ts';

/** The button that leads to putting somebody else's service under the portal. */
export const TakeOver = ({ service }: { service: ObjectDetails }) => {
  const t = useLazyTexts('take-over');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={service.isReadOnly} onClick={() => setOpen(true)}>
        <LogIn />
        {t('take-over.action')}
      </Button>
      <TakeOverDialog open={open} service={service} onDone={() => setOpen(false)} />
    </>
  );
};
