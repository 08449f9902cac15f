import { useEffect } from 'react';
import { certificateForm, certificateLimit, privateKeyLimit } from '#domain/gateway-object/certificate-form.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useFailedFields } from '../../components/form/use-failed-fields.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { OperationSection } from '../operation/shared/operation-section.tsx';
import { saveCertificateCommand } from './commands.ts';
import { MovedSince, ShownObject } from './moved-since.tsx';
import { PemField } from './pem-field.tsx';

type Props = Readonly<{
  gatewayId: number;
  certificate?: ObjectDetails;
  onDone: () => void;
  onLoad?: ((now: ObjectDetails) => void) | undefined;
}>;

/** There is no draft of it in the browser, because it has a private key. */
const Form = ({ gatewayId, certificate, onDone, onLoad }: Props) => {
  const t = useLazyTexts('kong-objects');
  const errorText = useErrorText();
  const command = useCommand(saveCertificateCommand);
  const form = useZodForm(
    certificateForm,
    {
      id: certificate?.id,
      gatewayId,
      seen: certificate?.seen,
      cert: '',
      key: '',
      snis: (certificate?.snis ?? []).join('\n'),
    },
    'onSubmit',
  );
  useFailedFields(form, command.operation);
  const isDone = command.state === 'done';
  const isLocked = command.state === 'sending' || command.state === 'working' || isDone;
  const submit = form.handleSubmit(async (body) => {
    await command.run({ body }, { form });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const refuse = (field: 'cert' | 'key', code: string) => () =>
    form.setError(field, { type: code, message: errorText({ code }) });
  const isNew = certificate === undefined;
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t(isNew ? 'kong-objects.add-certificate' : 'kong-objects.save')}
      isLocked={isLocked}
      leave={isLocked ? t('common.close') : t('common.cancel')}
    >
      <fieldset disabled={isLocked} className="contents">
        <PemField
          control={form.control}
          name="cert"
          label={t('kong-objects.kind-certificate')}
          help={t(isNew ? 'kong-objects.cert-help' : 'kong-objects.cert-stays')}
          required={isNew}
          maximum={certificateLimit}
          onTooLarge={refuse('cert', 'gateway-object.certificate-too-large')}
          disabled={isLocked}
        />
        <PemField
          control={form.control}
          name="key"
          label={t('kong-objects.private-key')}
          help={t(isNew ? 'kong-objects.key-help' : 'kong-objects.key-stays')}
          required={isNew}
          maximum={privateKeyLimit}
          onTooLarge={refuse('key', 'gateway-object.key-too-large')}
          disabled={isLocked}
        />
        <TextAreaField
          control={form.control}
          name="snis"
          label={t('kong-objects.snis')}
          help={t('kong-objects.snis-help')}
          rows={3}
          dir="ltr"
        />
      </fieldset>
      <OperationSection operation={command.operation} failed={t('kong-objects.save-failed')} />
      <MovedSince operation={command.operation} shown={certificate} onLoad={onLoad} />
    </DialogForm>
  );
};

/** Adds a certificate at a gateway, or replaces one in its place. */
export const CertificateDialog = ({ open, ...props }: Props & Readonly<{ open: boolean }>) => {
  const t = useLazyTexts('kong-objects');
  return (
    <FormDialog
      open={open}
      onClose={props.onDone}
      title={t(props.certificate ? 'kong-objects.replace-certificate' : 'kong-objects.add-certificate')}
      text={t(props.certificate ? 'kong-objects.replace-text' : 'kong-objects.certificate-text')}
      className="max-w-[520px]"
    >
      <ShownObject object={props.certificate}>
        {(shown, load) => <Form {...props} {...(shown && { certificate: shown })} onLoad={load} />}
      </ShownObject>
    </FormDialog>
  );
};
