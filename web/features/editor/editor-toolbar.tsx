import { ChevronDown, ListTree, PanelRight, Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { cn } from '../../components/ui/cn.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import type { TextFormat } from './outline.ts';

export type Panels = Readonly<{ outline: boolean; preview: boolean }>;

type Props = Readonly<{
  title: string;
  application: ReactNode;
  panels: Panels;
  onPanels: (panels: Panels) => void;
  isDirty: boolean;
  isSaving: boolean;
  /** The reason why the text can't be saved. Undefined if it can. */
  obstacle: string | undefined;
  onSave: () => void;
  isReadOnly: boolean;
  onFormat: (format: TextFormat) => void;
  onDownload: () => void;
}>;

const toggleClasses = 'aria-pressed:bg-accent-soft aria-pressed:text-accent-text';

/** The editor's heading, the API that it saves to, and all actions on the text. */
export const EditorToolbar = ({
  title,
  application,
  panels,
  onPanels,
  isDirty,
  isSaving,
  obstacle,
  onSave,
  isReadOnly,
  onFormat,
  onDownload,
}: Props) => {
  const { t } = useTranslation();
  const save = (
    <Button
      variant="primary"
      aria-disabled={obstacle !== undefined || isSaving}
      onClick={() => obstacle === undefined && !isSaving && onSave()}
    >
      <Save />
      {isSaving ? t('editor.saving') : t('editor.save')}
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-b px-4 py-2 sm:px-6">
      <h1 className="min-w-0 truncate font-semibold">
        <bdi>{title}</bdi>
      </h1>
      <div className="min-w-0 truncate">{application}</div>
      <p role="status" className={cn('text-table text-warning', !isDirty && 'sr-only')}>
        {isDirty ? t('editor.unsaved') : ''}
      </p>
      <div className="ms-auto flex flex-wrap items-center gap-1">
        <Button
          variant="quiet"
          className={toggleClasses}
          aria-pressed={panels.outline}
          onClick={() => onPanels({ ...panels, outline: !panels.outline })}
        >
          <ListTree className="rtl:-scale-x-100" />
          {t('editor.outline')}
        </Button>
        <Button
          variant="quiet"
          className={toggleClasses}
          aria-pressed={panels.preview}
          onClick={() => onPanels({ ...panels, preview: !panels.preview })}
        >
          <PanelRight className="rtl:-scale-x-100" />
          {t('editor.preview')}
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="quiet">
              {t('editor.document')}
              <ChevronDown />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {!isReadOnly && (
              <>
                <DropdownMenuItem onSelect={() => onFormat('yaml')}>{t('editor.format-yaml')}</DropdownMenuItem>
                <DropdownMenuItem onSelect={() => onFormat('json')}>{t('editor.format-json')}</DropdownMenuItem>
                <DropdownMenuSeparator />
              </>
            )}
            <DropdownMenuItem onSelect={onDownload}>{t('editor.download')}</DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        {obstacle === undefined ? save : <Tooltip text={obstacle}>{save}</Tooltip>}
      </div>
    </div>
  );
};
