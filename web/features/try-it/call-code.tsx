import type { DeploymentRow } from '#domain/deployment/row.ts';
import type { Call } from '#domain/try-it/call.ts';
import { curlLine, fetchCode } from '#domain/try-it/code.ts';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

const key = { word: '"apikey: $API_KEY"', name: 'apikey', value: 'process.env.API_KEY' };
const token = {
  word: '"Authorization: Bearer $ACCESS_TOKEN"',
  name: 'Authorization',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is shown.
  value: '`Bearer ${process.env.ACCESS_TOKEN}`',
};

/** The call that is about to be made, as commands that make the same one. */
export const CallCode = ({ call, deployment }: { call: Call; deployment: Pick<DeploymentRow, 'url' | 'auth'> }) => {
  const t = useLazyTexts('calling');
  const credential = deployment.auth === 'oauth2' ? token : key;
  const samples = [
    { language: 'curl', code: curlLine(call, deployment.url, credential.word) },
    { language: 'JavaScript', code: fetchCode(call, deployment.url, credential) },
  ].filter((one): one is { language: string; code: string } => one.code !== undefined);
  return (
    <details className="text-table">
      <summary className="cursor-pointer text-muted">{t('calling.as-code')}</summary>
      <div className="mt-2 grid min-w-0 gap-2">
        {samples.map(({ language, code }) => (
          <div key={language} className="grid min-w-0 gap-1">
            <span className="text-muted text-xs">{language}</span>
            <CodeBlock code={code} label={language} className="max-h-72 overflow-y-auto [overflow-wrap:anywhere]" />
          </div>
        ))}
      </div>
      <p className="mt-1.5 text-muted text-xs">{t('calling.code-help')}</p>
    </details>
  );
};
