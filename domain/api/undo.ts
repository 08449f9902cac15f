import { type Shown, type UndoRules, undoRules } from '../core/undo.ts';
import type { Api, ApiDetails, ApiEvent } from './api.ts';
import { removeApi } from './calls.ts';
import { apiDecider } from './decider.ts';
import { importApi, restoreVersion } from './publish-calls.ts';

const detailsIn = (state: Api): Shown => (state.status === 'published' ? state.details : {});
/** Which document is current: by its text, as going back to an older one makes a new revision of it. */
const documentIn = (state: Api): Shown => (state.status === 'published' ? { document: state.spec.hash } : {});

/** A later version, or other words, are somebody's work: they are taken back first. */
const publishedIn = (state: Api): Shown => ({ ...detailsIn(state), ...documentIn(state) });

/** How changes of an API are taken back. */
export const apiUndo: UndoRules<ApiEvent> = undoRules(apiDecider, {
  ApiPublished: {
    shows: publishedIn,
    by: 'ApiDeletionRequested',
    opposite: ({ data: { apiId: id } }) => ({
      call: removeApi,
      action: 'api.delete',
      about: { apiId: id },
      does: 'remove',
      effects: ['for-good'],
      parameters: { id },
    }),
  },
  ApiSpecChanged: {
    shows: documentIn,
    opposite: ({ data: { apiId: id }, now, wanted }) => {
      const revision = now.status === 'none' ? -1 : now.revisions.findLastIndex(({ hash }) => hash === wanted.document);
      return revision < 0
        ? 'ends'
        : {
            call: restoreVersion,
            action: 'api.publish',
            about: { apiId: id },
            does: 'restore-version',
            parameters: { id, revision: revision + 1 },
          };
    },
  },
  ApiDetailsChanged: {
    shows: detailsIn,
    opposite: ({ data: { apiId: id }, wanted, basedOn }) => {
      const { name, description, sourceRepo, businessAreaId } = wanted as ApiDetails;
      return {
        call: importApi,
        action: 'api.publish',
        about: { apiId: id },
        does: 'fields',
        form: { id, name, description, sourceRepo, businessAreaId, basedOn },
      };
    },
  },
  ApiAssigned: 'fixed',
  ApiDeletionRequested: 'ends',
  ApiDeleted: 'ends',
});
