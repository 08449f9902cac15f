import { Upload } from 'lucide-react';
import { useRef } from 'react';
import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { Field, type FieldTexts } from '../../components/form/field.tsx';
import { useFormField } from '../../components/form/use-form-field.ts';
import { Button } from '../../components/ui/button.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts &
  Readonly<{
    /** Bytes. A larger file is not read. */
    maximum: number;
    onTooLarge: () => void;
    disabled: boolean;
  }>;

/** A text of PEM, pasted or read from a file. */
export const PemField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  maximum,
  onTooLarge,
  disabled,
  ...texts
}: Props<V, N>) => {
  const t = useLazyTexts('kong-objects');
  const { field, messages } = useFormField({ name, control });
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    // Allows choosing the same file again after it was changed on disk.
    if (input.current) input.current.value = '';
    if (!file) return;
    if (file.size > maximum) onTooLarge();
    else field.onChange(await file.text());
  };
  return (
    <Field {...texts} {...messages}>
      {(props) => (
        <div className="grid gap-2">
          <Textarea
            {...props}
            {...field}
            value={field.value ?? ''}
            rows={4}
            dir="ltr"
            // A spelling service must not get a private key.
            spellCheck={false}
            autoComplete="off"
            disabled={disabled}
            className="max-h-40 break-all font-mono text-xs"
          />
          <input
            ref={input}
            type="file"
            accept=".pem,.crt,.cer,.key,.txt,application/x-pem-file,text/plain"
            tabIndex={-1}
            aria-hidden
            className="hidden"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <Button
            size="small"
            className="justify-self-start"
            disabled={disabled}
            aria-label={t('kong-objects.choose-file-named', { name: texts.label })}
            onClick={() => input.current?.click()}
          >
            <Upload />
            {t('kong-objects.choose-file')}
          </Button>
        </div>
      )}
    </Field>
  );
};
