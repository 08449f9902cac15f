import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { AddPluginDialog, CertificateDialog, ServiceDialog, UpstreamDialog } from './dialogs.ts';

const forms = {
  service: { Dialog: ServiceDialog, text: 'kong-objects.create-service' },
  plugin: { Dialog: AddPluginDialog, text: 'kong-objects.add-plugin' },
  upstream: { Dialog: UpstreamDialog, text: 'kong-objects.add-upstream' },
  certificate: { Dialog: CertificateDialog, text: 'kong-objects.add-certificate' },
} as const;
export type AddedKind = keyof typeof forms;

export const isAddedKind = (kind: string): kind is AddedKind => kind in forms;

/** The button above a list, which opens the form of a new object. */
export const AddObject = ({
  kind,
  gatewayId,
  isReadOnly,
}: Readonly<{ kind: AddedKind; gatewayId: number; isReadOnly: boolean }>) => {
  const t = useLazyTexts('kong-objects');
  const [open, setOpen] = useState(false);
  const { Dialog, text } = forms[kind];
  return (
    <>
      <Button variant="primary" disabled={isReadOnly} onClick={() => setOpen(true)}>
        <Plus />
        {t(text)}
      </Button>
      <Dialog open={open} gatewayId={gatewayId} onDone={() => setOpen(false)} />
    </>
  );
};
