import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { SpecProblem } from '#domain/api/lint.ts';
import { notice } from '../../api/notice.ts';
import { useUser } from '../../api/session.tsx';
import { useTitle } from '../../components/layout/use-title.ts';
import { saveFile } from '../../components/text/save-file.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { apiDetailOptions } from '../api/shared/queries.ts';
import { ApplicationChoice } from './application-choice.tsx';
import { ConflictDialog, revisionOf } from './conflict-dialog.tsx';
import { offsetOf } from './diagnostics.ts';
import { DraftOffer } from './draft-offer.tsx';
import { EditorToolbar, type Panels } from './editor-toolbar.tsx';
import type { TextFormat } from './outline.ts';
import { OutlinePanel } from './outline-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { ProblemsPanel } from './problems-panel.tsx';
import type { Opened } from './queries.ts';
import { SavedDialog } from './saved-dialog.tsx';
import { CodePane } from './shared/code-pane.tsx';
import { LeaveDialog } from './shared/leave-dialog.tsx';
import { useLeaveGuard } from './shared/use-leave-guard.ts';
import { useSave } from './use-save.ts';
import { useTextDraft } from './use-text-draft.ts';
import { useWorkspace } from './use-workspace.ts';

const ComparisonPanel = lazy(() =>
  import('./comparison-panel.tsx').then((module) => ({ default: module.ComparisonPanel })),
);

type Props = Readonly<{
  opened: Opened;
  /** The application of a new API, from the address. */
  appId: number | undefined;
  /** Called with the id of the saved API. */
  onSaved: (apiId: number) => void;
}>;

/** True if the screen has room for the text and a panel beside it. A phone starts with the text alone. */
const isWide = matchMedia('(min-width: 64rem)').matches;

/** The editor with its panels: outline, text, problems, changes for callers, preview. */
export const EditorWorkspace = ({ opened: { text, api }, appId: wantedApp, onSaved }: Props) => {
  const t = useLazyTexts('editor');
  const user = useUser();
  const [appId, setAppId] = useState(wantedApp);
  const [panels, setPanels] = useState<Panels>({ outline: isWide, preview: isWide });
  const [isComparing, setComparing] = useState(isWide);
  const workspace = useWorkspace(text);
  const saving = useSave(workspace, api, (apiId) => {
    kept.forget();
    onSaved(apiId);
  });
  const guard = useLeaveGuard(workspace.isDirty);
  const kept = useTextDraft({
    key: `spec-${user.id}-${saving.apiId ?? 'new'}`,
    unsaved: workspace.unsaved,
    revision: saving.revision ?? null,
    isLeaving: guard.isLeaving,
  });
  const { data: made = api } = useQuery({ ...apiDetailOptions(saving.apiId ?? 0), enabled: saving.apiId !== null });
  const title = made?.name ?? t('tools.editor');
  useTitle(title);

  const isReadOnly = api !== null && !api.may.publish;
  const needsApplication = saving.apiId === null && appId === undefined && !user.roles.includes('ROLE_PORTAL_ADMIN');
  const obstacle = isReadOnly ? t('editor.read-only') : needsApplication ? t('editor.choose-application') : undefined;
  const save = () => {
    if (obstacle === undefined && !saving.isSaving) void saving.save(appId);
  };

  const draft = isReadOnly ? undefined : kept.draft;
  const continueDraft = () => {
    if (!draft) return;
    workspace.continueWith(draft.text);
    saving.basedOn(draft.revision);
    kept.forget();
  };

  const { view, go } = workspace;
  const goToProblem = useCallback(
    (problem: SpecProblem) => view.current && go(offsetOf(view.current.state.doc, problem)),
    [view, go],
  );
  const format = async (to: TextFormat) => {
    const problem = await workspace.write(to);
    if (problem) notice.error(t('editor.format-failed', { line: problem.line }));
  };

  return (
    <div className="flex flex-col lg:h-[calc(100dvh-56px)]">
      <EditorToolbar
        title={title}
        application={
          saving.apiId === null ? (
            <ApplicationChoice appId={appId} onChange={setAppId} />
          ) : (
            <bdi className="text-muted">{made?.appname ?? t('editor.no-application')}</bdi>
          )
        }
        panels={panels}
        onPanels={setPanels}
        isDirty={workspace.isDirty}
        isSaving={saving.isSaving}
        obstacle={obstacle}
        onSave={save}
        isReadOnly={isReadOnly}
        onFormat={(to) => void format(to)}
        onDownload={() => saveFile(workspace.toSave().specText, `${title}.${workspace.format()}`)}
      />
      {api?.format === 'pdf' && (
        <p className="border-border border-b px-4 py-1.5 text-muted sm:px-6">{t('editor.document-only')}</p>
      )}
      {draft && draft.text !== text && <DraftOffer onContinue={continueDraft} onDiscard={kept.forget} />}
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        {panels.outline && (
          <div className="h-80 shrink-0 border-border border-b lg:h-auto lg:w-64 lg:border-e lg:border-b-0">
            <OutlinePanel entries={workspace.entries} onGo={workspace.goTo} />
          </div>
        )}
        <div className="flex h-[70dvh] min-h-0 min-w-0 flex-1 flex-col lg:h-auto">
          <div className="min-h-0 flex-1">
            <CodePane text={text} isReadOnly={isReadOnly} view={view} onUpdate={workspace.onUpdate} onSave={save} />
          </div>
          <ProblemsPanel problems={workspace.problems} state={workspace.lint} onGo={goToProblem} />
          {made && made.format !== 'pdf' && workspace.changed && (
            <Suspense>
              <ComparisonPanel
                apiId={made.id}
                text={workspace.changed}
                isOpen={isComparing}
                onOpenChange={setComparing}
              />
            </Suspense>
          )}
        </div>
        {panels.preview && (
          <div className="h-[80dvh] min-w-0 border-border border-t lg:h-auto lg:w-[42%] lg:border-s lg:border-t-0">
            <PreviewPanel onFrame={workspace.showPreviewIn} unreadable={workspace.unreadable} />
          </div>
        )}
      </div>
      <LeaveDialog open={guard.isAsking} onStay={guard.stay} onLeave={guard.leave} />
      {saving.apiId !== null && (
        <>
          <SavedDialog
            apiId={saving.apiId}
            revision={saving.revision ?? 1}
            open={saving.isOffering}
            onClose={saving.endOffer}
          />
          <ConflictDialog
            apiId={saving.apiId}
            theirs={saving.conflict}
            mine={saving.revision}
            onClose={saving.forgetConflict}
            onSave={() => void saving.save(appId, saving.conflict && revisionOf(saving.conflict))}
          />
        </>
      )}
    </div>
  );
};
