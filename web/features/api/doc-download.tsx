import { BookText, Loader } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getSpecVersion } from '#domain/api/document-calls.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { urlOf } from '../../api/client.ts';
import { notice } from '../../api/notice.ts';
import { asProblem } from '../../api/problem-error.ts';
import { Button } from '../../components/ui/button.tsx';
import { laterErrorText } from '../../i18n/error-text.ts';

type Api = Pick<ApiRow, 'id' | 'name' | 'version' | 'format' | 'revision'>;

const className = 'gap-1.5 px-2';

/** Downloads the document if it is a PDF. */
const DocumentDownload = ({ api }: { api: Api }) => {
  const { t } = useTranslation();
  return (
    <Button variant="quiet" size="small" className={className} asChild>
      <a href={urlOf(getSpecVersion, { parameters: { id: api.id, revision: api.revision } })} download>
        <BookText />
        {t('documentation.download')}
      </a>
    </Button>
  );
};

/** Downloads the documentation as one file. The icon turns while the server makes it. */
const PageDownload = ({ api }: { api: Api }) => {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { savePage } = await import('./save-page.ts');
      await savePage(api);
    } catch (error) {
      const problem = asProblem(error);
      notice.error(await laterErrorText(t, problem), { cause: problem.code });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" size="small" className={className} aria-busy={isBusy} disabled={isBusy} onClick={download}>
      {isBusy ? <Loader className="animate-spin" /> : <BookText />}
      {t('documentation.download')}
    </Button>
  );
};

export const DocDownload = ({ api }: { api: Api }) =>
  api.format === 'pdf' ? <DocumentDownload api={api} /> : <PageDownload api={api} />;
