import { FileText, UploadCloud, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Field, type FieldTexts } from './field.tsx';
import { useFormField } from './use-form-field.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts & { /** Same as `<input accept>`. */ accept: string; disabled?: boolean };

/** A field for one file, dropped or chosen. The whole area accepts a drop. Keyboard users use the button inside. */
export const FileField = <V extends FieldValues, N extends FieldPath<V>>({
  name,
  control,
  label,
  help,
  required,
  className,
  accept,
  disabled = false,
}: Props<V, N>) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { field, messages } = useFormField({ name, control });
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const file: File | undefined = field.value;

  const choose = (next: File | undefined) => {
    field.onChange(next);
    // Allows choosing the same file again after it was changed on disk.
    if (input.current) input.current.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) choose(event.dataTransfer.files[0] ?? undefined);
  };

  return (
    <Field label={label} help={help} required={required} className={className} {...messages}>
      {({ id, 'aria-describedby': describedBy }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a mouse; other people use the button inside
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={onDrop}
          className={cn(
            'rounded-card border border-control border-dashed bg-surface transition-colors',
            isOver && 'border-accent bg-accent-soft',
            messages.error && 'border-danger',
          )}
        >
          <input
            ref={input}
            type="file"
            accept={accept}
            tabIndex={-1}
            aria-hidden
            className="hidden"
            onChange={(event) => choose(event.target.files?.[0])}
          />
          {file ? (
            <div className="flex flex-wrap items-center gap-3 px-4 py-4">
              <span className="flex size-9 shrink-0 items-center justify-center rounded-card bg-accent-soft text-accent-text">
                <FileText className="size-[1.125rem]" />
              </span>
              <div className="min-w-32 flex-1">
                <p className="truncate font-medium">
                  <bdi>{file.name}</bdi>
                </p>
                <p className="text-muted text-xs">{format.bytes(file.size)}</p>
              </div>
              <Button
                id={id}
                aria-describedby={describedBy}
                ref={field.ref}
                size="small"
                disabled={disabled}
                onClick={() => input.current?.click()}
              >
                {t('common.file-replace')}
              </Button>
              <Button
                variant="quiet"
                size="icon-small"
                disabled={disabled}
                aria-label={t('common.file-remove')}
                onClick={() => choose(undefined)}
              >
                <X />
              </Button>
            </div>
          ) : (
            <div className="flex flex-col items-center gap-1 px-4 py-7 text-center">
              <UploadCloud className="mb-1 size-6 text-muted" />
              <p className="text-muted">
                {t('common.file-drop')}{' '}
                <button
                  id={id}
                  aria-describedby={describedBy}
                  ref={field.ref}
                  type="button"
                  disabled={disabled}
                  onClick={() => input.current?.click()}
                  onBlur={field.onBlur}
                  className="rounded-control font-medium text-accent-text underline-offset-4 hover:underline"
                >
                  {t('common.file-choose')}
                </button>
              </p>
            </div>
          )}
        </div>
      )}
    </Field>
  );
};
