import { useTranslation } from 'react-i18next';
import type { TryItResponse } from '#domain/try-it/schema.ts';
import { CodeBlock } from '../../components/text/code-block.tsx';
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx';
import { useFormat } from '../../i18n/format.ts';
import { indentedJson } from './indented-json.ts';

const toneOf = (status: number): BadgeTone => {
  if (status < 300) return 'success';
  return status < 400 ? 'info' : status < 500 ? 'warning' : 'danger';
};

/** The result of a call: status, time, size, body and headers, or the reason why there is no response. */
export const TryItOutcome = ({ response }: { response: TryItResponse }) => {
  const { t } = useTranslation();
  const format = useFormat();
  if (response.outcome !== 'answered')
    return (
      <p role="status" className="rounded-card bg-danger/8 px-3.5 py-3 text-table">
        {t(`try-it.outcome-${response.outcome}`)}
      </p>
    );
  const { status, headers, body, size, isCut, milliseconds } = response;
  return (
    <section aria-label={t('try-it.answer')} className="grid min-w-0 gap-3">
      <p role="status" className="flex flex-wrap items-center gap-2 text-table">
        <span className="font-semibold">{t('try-it.answer')}</span>
        <Badge tone={toneOf(status)} className="font-mono">
          {status}
        </Badge>
        <span className="text-muted tabular-nums">{format.milliseconds(milliseconds)}</span>
        <span className="text-muted tabular-nums">{format.bytes(size)}</span>
      </p>
      {(status === 401 || status === 403) && <p className="text-muted text-table">{t('try-it.refused')}</p>}
      {status === 429 && <p className="text-muted text-table">{t('try-it.limited')}</p>}
      {body === null ? (
        <p className="text-muted text-table">{t('try-it.binary')}</p>
      ) : body === '' ? (
        <p className="text-muted text-table">{t('try-it.empty')}</p>
      ) : (
        <CodeBlock code={indentedJson(body)} label={t('try-it.body')} className="max-h-96 overflow-y-auto" />
      )}
      {isCut && <p className="text-muted text-xs">{t('try-it.cut', { size: format.bytes(size) })}</p>}
      <details className="text-table">
        <summary className="cursor-pointer text-muted">{t('try-it.headers', { count: headers.length })}</summary>
        <CodeBlock
          className="mt-2"
          label={t('try-it.headers', { count: headers.length })}
          code={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        />
      </details>
    </section>
  );
};
