import { useTranslation } from 'react-i18next';
import { getSpec } from '#domain/api/document-calls.ts';
import { urlOf } from '../../api/client.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import type { LateMenuProps } from '../../components/ui/late-menu.tsx';

/** The formats in which an API's description can be downloaded. */
export const SpecMenu = ({ apiId, button }: LateMenuProps & { apiId: number }) => {
  const { t } = useTranslation();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-28">
        {(['yaml', 'json'] as const).map((type) => (
          <DropdownMenuItem key={type} asChild>
            <a href={urlOf(getSpec, { parameters: { id: apiId }, query: { type } })} download>
              {t(`apis.spec-${type}`)}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
