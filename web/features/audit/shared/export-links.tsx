import { Download } from 'lucide-react';
import { type AuditFormat, auditFormats } from '#domain/audit-export/formats.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

/** Links that export what a screen shows, one for each format. A browser saves the archive while it comes. */
export const ExportLinks = ({ urlOf }: { urlOf: (format: AuditFormat) => string }) => {
  const t = useLazyTexts('audit');
  return auditFormats.map((format) => (
    <Button key={format} asChild>
      <a href={urlOf(format)} download>
        <Download />
        {t(`audit.export-${format}`)}
      </a>
    </Button>
  ));
};
