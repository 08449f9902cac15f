import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ShownBytes, ShownMessage } from '#domain/topic-message/schema.ts';
import { CodeBlock } from '../../../components/text/code-block.tsx';
import { Ltr } from '../../../components/text/ltr.tsx';
import { StatusDot } from '../../../components/text/status-dot.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

/** A stranger's text: it stays in its place, and its direction changes nothing around it. */
const Strange = ({ text }: { text: string }) => (
  <Ltr className="isolate inline-block max-w-full break-all font-mono text-xs [unicode-bidi:isolate]">{text}</Ltr>
);

const Bytes = ({ bytes }: { bytes: ShownBytes | null }) => {
  const t = useLazyTexts('topic-messages');
  const format = useFormat();
  if (bytes === null) return <span className="text-muted">{t('topic-messages.null')}</span>;
  if (bytes.size === 0) return <span className="text-muted">{t('topic-messages.empty-text')}</span>;
  return (
    <span className="min-w-0">
      {bytes.kind === 'binary' && (
        <span className="text-muted">
          {t('topic-messages.kind.binary')}, {format.allBytes(bytes.size)}:{' '}
        </span>
      )}
      <Strange text={bytes.isCut ? `${bytes.text}…` : bytes.text} />
    </span>
  );
};

const tones = { obeys: 'success', breaks: 'danger', unchecked: 'neutral', 'no-schema': 'neutral' } as const;

const Check = ({ check }: { check: ShownMessage['check'] }) => {
  const t = useLazyTexts('topic-messages');
  return (
    <StatusDot tone={tones[check.result]}>
      {t(`topic-messages.result.${check.result}`)}
      {check.eventTypeId !== null && <Strange text={check.eventTypeId} />}
    </StatusDot>
  );
};

const Details = ({ message }: { message: ShownMessage }) => {
  const t = useLazyTexts('topic-messages');
  const errorText = useErrorText();
  const format = useFormat();
  const { key, headers, headersLeftOut, payload, check, messages } = message;
  return (
    <div className="grid min-w-0 gap-2 px-3 pb-3 text-table">
      {check.violations.length > 0 && (
        <ul aria-label={t('topic-messages.violations')} className="grid gap-1 text-danger text-xs">
          {check.violations.map(({ path, kind, detail }) => (
            <li key={`${path} ${kind}`} className="[overflow-wrap:anywhere]">
              <bdi>{errorText({ code: `topic-message.violation-${kind}`, parameters: { path, detail } })}</bdi>
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        <dt className="text-muted">{t('topic-messages.key')}</dt>
        <dd className="min-w-0">
          <Bytes bytes={key} />
        </dd>
        <dt className="text-muted">{t('topic-messages.headers')}</dt>
        <dd className="min-w-0">
          {headers.length === 0 && headersLeftOut === 0 && (
            <span className="text-muted">{t('topic-messages.no-headers')}</span>
          )}
          <ul className="grid gap-0.5">
            {headers.map(({ name, value }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two headers may have the same name and value.
              <li key={at} className="min-w-0">
                <Strange text={name} />: <Bytes bytes={value} />
              </li>
            ))}
          </ul>
          {headersLeftOut > 0 && t('topic-messages.headers-left-out', { number: format.number(headersLeftOut) })}
        </dd>
      </dl>
      {payload.kind === 'packed' && (
        <p className="text-pretty text-xs">{t('topic-messages.packed', { number: format.number(messages) })}</p>
      )}
      {(payload.kind === 'gzip' || payload.kind === 'zstd') && payload.inside === null && (
        <p className="text-pretty text-xs">{t('topic-messages.not-opened')}</p>
      )}
      {payload.text !== '' && (
        <CodeBlock
          label={t('topic-messages.payload')}
          code={payload.text}
          className="max-h-80 overflow-auto [overflow-wrap:anywhere] [unicode-bidi:isolate]"
        />
      )}
      {payload.isCut && <p className="text-muted text-xs">{t('topic-messages.cut')}</p>}
    </div>
  );
};

/** One message. Its details are drawn when somebody opens them: fifty payloads at once would be slow. */
export const MessageItem = ({ message }: { message: ShownMessage }) => {
  const t = useLazyTexts('topic-messages');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { partition, offset, at, key, payload, check } = message;
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid w-full min-w-0 grid-cols-[auto_minmax(0,1fr)] items-start gap-2 px-3 py-2 text-start text-table hover:bg-raised"
      >
        <ChevronRight aria-hidden className={isOpen ? 'mt-0.5 size-4 rotate-90' : 'mt-0.5 size-4 rtl:rotate-180'} />
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap gap-x-3 gap-y-0.5">
            <span className="tabular-nums">{t('topic-messages.place', { partition, offset })}</span>
            <span className="text-muted tabular-nums">
              {at === null ? t('topic-messages.no-time') : format.dateTime(at)}
            </span>
          </span>
          <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 text-xs">
            <span>
              {t(`topic-messages.kind.${payload.kind}`)}
              {payload.kind !== 'none' && payload.kind !== 'empty' && `, ${format.allBytes(payload.size)}`}
              {payload.inside !== null &&
                ` · ${t('topic-messages.inside', {
                  kind: t(`topic-messages.kind.${payload.inside.kind}`),
                  size: format.allBytes(payload.inside.size),
                })}`}
            </span>
            <Check check={check} />
            {key !== null && key.kind === 'text' && key.size > 0 && (
              <span className="min-w-0 truncate">
                {t('topic-messages.key')} <Strange text={key.text.slice(0, 60)} />
              </span>
            )}
          </span>
        </span>
      </button>
      {isOpen && <Details message={message} />}
    </li>
  );
};
