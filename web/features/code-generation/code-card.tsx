import { CodeXml, Server } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import { type CodeType, codeTypes } from '#domain/code-generation/language.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { useErrorText } from '../../i18n/error-text.ts';

const CodeDialogs = lazy(() => import('./shared/code-dialogs.tsx').then((module) => ({ default: module.CodeDialogs })));

const icons = { client: CodeXml, server: Server };

/** Generates client or server code for an API. A PDF has nothing to generate from; the buttons stay and say so. */
export const CodeCard = ({ api }: { api: ApiDetail }) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const id = useId();
  const [asked, setAsked] = useState<CodeType>();
  const isDocument = api.format === 'pdf';
  const button = (type: CodeType) => {
    const Icon = icons[type];
    return (
      <Button
        key={type}
        size="small"
        aria-disabled={isDocument}
        onClick={isDocument ? undefined : () => setAsked(type)}
      >
        <Icon />
        {t(`codegen.type-${type}`)}
      </Button>
    );
  };
  return (
    <Card aria-labelledby={id} className="shrink-0">
      <CardHeader>
        <CardTitle id={id}>{t('codegen.card-title')}</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <p className="text-muted text-table">{t('codegen.card-text')}</p>
        <div className="flex flex-wrap gap-2">
          {codeTypes.map((type) =>
            isDocument ? (
              <Tooltip key={type} text={errorText({ code: 'api.document-only' })}>
                {button(type)}
              </Tooltip>
            ) : (
              button(type)
            ),
          )}
        </div>
      </CardContent>
      <Suspense fallback={null}>
        <CodeDialogs api={api} open={asked} onClose={() => setAsked(undefined)} />
      </Suspense>
    </Card>
  );
};
