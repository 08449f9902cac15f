import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import type { Attachment } from '#domain/try-it/call.ts';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{
  id: string;
  name: string;
  files: readonly Attachment[];
  several: boolean;
  isWrong: boolean;
  describedBy: string | undefined;
  disabled: boolean;
  onChange: (files: readonly Attachment[]) => void;
}>;

/** Chooses one file, or several. */
export const AttachmentInput = ({ id, name, files, several, isWrong, describedBy, disabled, onChange }: Props) => {
  const t = useLazyTexts('calling');
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: readonly File[]) => {
    onChange(several ? [...files, ...chosen] : chosen.slice(0, 1));
    // Allows choosing the same file again after it was changed on disk.
    if (input.current) input.current.value = '';
  };
  return (
    <div className="grid gap-1.5">
      <input
        ref={input}
        type="file"
        multiple={several}
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(event) => choose([...(event.target.files ?? [])])}
      />
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name.
        <div key={index} className="flex items-center gap-2 text-table">
          <bdi className="min-w-0 truncate">{file.name}</bdi>
          <span className="shrink-0 text-muted text-xs">{format.bytes(file.size)}</span>
          <Button
            variant="quiet"
            size="icon-small"
            disabled={disabled}
            aria-label={t('calling.remove-file', { file: file.name })}
            onClick={() => onChange(files.toSpliced(index, 1))}
          >
            <X />
          </Button>
        </div>
      ))}
      {(several || files.length === 0) && (
        <Button
          id={id}
          size="small"
          className="justify-self-start"
          aria-label={t('calling.choose-file-for', { name })}
          aria-invalid={isWrong}
          aria-describedby={describedBy}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          <Paperclip />
          {t('calling.choose-file')}
        </Button>
      )}
    </div>
  );
};
