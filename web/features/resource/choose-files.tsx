import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { certificateSizeLimit } from '#domain/resource/certificate.ts';
import { notice } from '../../api/notice.ts';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

export type ChosenFile = Readonly<{ name: string; certificate: string }>;

type Props = Readonly<{
  /** Names that are there already: a file of such a name is not added again. */
  taken: readonly string[];
  disabled?: boolean;
  onChoose: (files: readonly ChosenFile[]) => void;
}>;

/** Reads files of certificates. What is too large, or there already, is said at once and not read. */
export const ChooseFiles = ({ taken, disabled = false, onChoose }: Props) => {
  const t = useLazyTexts('resources');
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const choose = async (files: readonly File[]) => {
    const names = new Set(taken.map((name) => name.toLowerCase()));
    const chosen: ChosenFile[] = [];
    for (const file of files) {
      const { name } = file;
      if (names.has(name.toLowerCase()))
        notice.error(errorText({ code: 'certificate.name-taken', parameters: { name } }));
      else if (file.size > certificateSizeLimit) notice.error(errorText({ code: 'certificate.too-large' }));
      else chosen.push({ name, certificate: await file.text() });
      names.add(name.toLowerCase());
    }
    // Allows choosing the same file again after it was changed on disk.
    if (input.current) input.current.value = '';
    if (chosen.length > 0) onChoose(chosen);
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        multiple
        accept=".pem,.crt,.cer,.txt,application/x-pem-file,text/plain"
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(event) => void choose([...(event.target.files ?? [])])}
      />
      <Button size="small" disabled={disabled} onClick={() => input.current?.click()}>
        <Upload />
        {t('resources.certificates-choose')}
      </Button>
    </div>
  );
};
