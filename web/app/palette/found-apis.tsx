import { useQuery } from '@tanstack/react-query';
import { Box } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '../../components/text/ltr.tsx';
import { toldApart } from '../../components/text/told-apart.tsx';
import { CommandGroup, CommandItem } from '../../components/ui/command.tsx';
import { apiListOptions, galleryParams, galleryQueryOf } from '../../features/api/shared/queries.ts';
import { useErrorText } from '../../i18n/error-text.ts';

type Props = {
  text: string;
  /** Choose an API to deploy: shows only the user's own, and disables those with nothing to deploy. */
  toDeploy: boolean;
  onChoose: (apiId: number) => void;
};

/** Milliseconds without typing before the search starts. */
const debounce = 300;
const most = 8;

const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), debounce);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
};

/** Lists the APIs whose name contains the typed text. The server searches. */
export const FoundApis = ({ text, toDeploy, onChoose }: Props) => {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const name = usePaused(text.trim());
  const { data, isPending } = useQuery(apiListOptions({ ...galleryQueryOf(galleryParams.parse({}), toDeploy), name }));
  const apis = data?.apis.slice(0, most) ?? [];
  const seconds = toldApart(
    apis.map(({ id, name, appname, orgname }) => ({ id, name, texts: [appname ?? '', orgname] })),
  );
  if (!isPending && apis.length === 0) return null;
  return (
    <CommandGroup heading={t('shell.palette-apis')}>
      {isPending && (
        <CommandItem disabled value="searching">
          {t('shell.palette-searching')}
        </CommandItem>
      )}
      {apis.map((api) => {
        const isOff = toDeploy && api.format === 'pdf';
        return (
          <CommandItem key={api.id} value={`api ${api.id}`} disabled={isOff} onSelect={() => onChoose(api.id)}>
            <Box className="text-muted" />
            <bdi className="min-w-24 truncate">{api.name}</bdi>
            <Ltr title={api.version} className="max-w-24 shrink-[4] truncate text-muted text-xs">
              {api.version}
            </Ltr>
            {isOff ? (
              <span className="ms-auto text-end text-muted text-xs">{errorText({ code: 'api.document-only' })}</span>
            ) : (
              <bdi className="ms-auto max-w-[40%] shrink-[2] truncate text-muted text-xs">
                {seconds.get(api.id) ?? api.appname}
              </bdi>
            )}
          </CommandItem>
        );
      })}
    </CommandGroup>
  );
};
