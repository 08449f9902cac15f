import { Download, X } from 'lucide-react';
import { saveFile } from '../../components/text/save-file.ts';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ExpiryBadge } from './shared/expiry-badge.tsx';

type Props = Readonly<{
  name: string;
  certificate: string;
  /** Of a saved file: what its certificates say. */
  content?: readonly Readonly<{ subject: string; issuer: string; expiresAt: string }>[];
  disabled?: boolean;
  onRemove: () => void;
}>;

/** A file of certificates: its name, to download and to take away, and of a saved one whose it is and until when. */
export const CertificateChip = ({ name, certificate, content = [], disabled = false, onRemove }: Props) => {
  const t = useLazyTexts('resources');
  const format = useFormat();
  return (
    <li className="grid gap-1.5 rounded-control border border-border px-3 py-2">
      <div className="flex flex-wrap items-center gap-1">
        <bdi className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{name}</bdi>
        <Button
          variant="quiet"
          size="icon-small"
          aria-label={t('resources.certificate-download', { name })}
          onClick={() => saveFile(certificate, name, 'application/x-pem-file')}
        >
          <Download />
        </Button>
        <Button
          variant="quiet"
          size="icon-small"
          disabled={disabled}
          aria-label={t('resources.certificate-remove', { name })}
          onClick={onRemove}
        >
          <X />
        </Button>
      </div>
      {content.map(({ subject, issuer, expiresAt }) => (
        <p key={`${subject}${expiresAt}`} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-table">
          <bdi className="[overflow-wrap:anywhere]">{subject}</bdi>
          <span>{t('resources.issuer', { issuer })}</span>
          <span>{t('resources.until', { date: format.date(expiresAt) })}</span>
          <ExpiryBadge expiresAt={expiresAt} />
        </p>
      ))}
    </li>
  );
};
