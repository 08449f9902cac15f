import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadCode } from '#domain/code-generation/calls.ts';
import { codeKeptMinutes } from '#domain/code-generation/schema.ts';
import { urlOf } from '../../../api/client.ts';
import { Button } from '../../../components/ui/button.tsx';

/**
 * The archive of a finished operation. The download starts once by itself. The user can download again while the
 * archive is kept.
 */
export const DownloadCode = ({ operationId }: { operationId: string }) => {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    link.current?.focus();
    link.current?.click();
  }, []);
  return (
    <div role="status" className="grid gap-3 rounded-card bg-success/10 p-4">
      <p>{t('codegen.done', { count: codeKeptMinutes })}</p>
      <Button variant="primary" asChild className="w-fit">
        <a ref={link} href={urlOf(downloadCode, { parameters: { operationId } })} download="code.zip">
          <Download />
          {t('codegen.download')}
        </a>
      </Button>
    </div>
  );
};
