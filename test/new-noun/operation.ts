import type { Edit } from './template.ts';

/*
 * What `--operation` adds to a copy: a command that requests an operation, and the worker's part of it. It is written in the
 * template's names, like everything that is copied. No file of business areas has it, so the test of this folder types, lints
 * and runs it.
 */

const before = (text: string, more: string): Edit => [text, more + text];
const after = (text: string, more: string): Edit => [text, text + more];

/** Beside the edits of every copy. */
export const operationEdits: Readonly<Record<string, readonly Edit[]>> = {
  'domain/business-area/business-area.ts': [
    after(
      '  BusinessAreaRemoved: event(z.object({ businessAreaId: idSchema })),\n',
      `  /** An operation carries it out: \`workers/business-area/\`. */
  BusinessAreaApplyRequested: event(z.object({ businessAreaId: idSchema, operationId: z.uuid() })),
  BusinessAreaApplied: event(z.object({ businessAreaId: idSchema, operationId: z.uuid() })),\n`,
    ),
    [
      "  | Command<'RemoveBusinessArea', { isInUse: boolean }>;",
      `  | Command<'RemoveBusinessArea', { isInUse: boolean }>
  | Command<'RequestBusinessAreaApply', { operationId: string }>
  | Command<'ConfirmBusinessAreaApply', { operationId: string }>;`,
    ],
    [
      'details: BusinessAreaDetails }>;',
      `details: BusinessAreaDetails;
      /** The operation under way, or null. A newer request replaces an older one. */
      operationId: string | null;
    }>;`,
    ],
  ],
  'domain/business-area/decider.ts': [
    ['businessAreaId, details };\n    }', 'businessAreaId, details, operationId: null };\n    }'],
    before(
      "    case 'BusinessAreaRemoved':\n",
      `    case 'BusinessAreaApplyRequested':
      return state.status === 'active' ? { ...state, operationId: event.data.operationId } : state;
    case 'BusinessAreaApplied':
      return state.status === 'active' ? { ...state, operationId: null } : state;\n`,
    ),
  ],
  'domain/business-area/decider.test.ts': [
    before(
      "  it('does not exist before",
      `  it('is applied by an operation, and a newer request replaces an older', () => {
    const data = (operationId: string) => ({ businessAreaId: 3, operationId });
    const requested = (id: string): BusinessAreaEvent => ({ type: 'BusinessAreaApplyRequested', data: data(id) });
    const request = (operationId: string) => ({ type: 'RequestBusinessAreaApply', data: { operationId } }) as const;
    const confirm = (operationId: string) => ({ type: 'ConfirmBusinessAreaApply', data: { operationId } }) as const;
    expect(given(businessAreaDecider, [added]).when(request('a'))).toEqual([requested('a')]);
    const twice = given(businessAreaDecider, [added, requested('a'), requested('b')]);
    expect(twice.when(confirm('a'))).toEqual([]);
    expect(twice.when(confirm('b'))).toEqual([{ type: 'BusinessAreaApplied', data: data('b') }]);
    for (const history of [[], [added, removed]])
      expect(given(businessAreaDecider, history).when(request('a'))).toMatchObject({ refused: 'not-found' });
  });\n\n`,
    ),
  ],
  'domain/business-area/examples.ts': [
    ['import { anyId, anyName, nounExamples }', 'import { anyId, anyName, anyOperation, nounExamples }'],
    after(
      '    BusinessAreaRemoved: { businessAreaId: 12 },\n',
      `    BusinessAreaApplyRequested: { businessAreaId: 12, operationId: 'c1c24ba6-6f4c-4ba8-9d3e-5c0f1f8e0a12' },
    BusinessAreaApplied: { businessAreaId: 12, operationId: 'c1c24ba6-6f4c-4ba8-9d3e-5c0f1f8e0a12' },\n`,
    ),
    ['steps: ({ step }) => [\n', 'steps: ({ step, request }) => [\n'],
    after(
      "    step(anyId, 'RemoveBusinessArea', () => fc.record({ isInUse: fc.boolean() })),\n",
      `    request(anyId, 'RequestBusinessAreaApply', () => fc.record({ operationId: anyOperation })),
    step(anyId, 'ConfirmBusinessAreaApply', () => fc.record({ operationId: anyOperation })),\n`,
    ),
  ],
  'domain/business-area/history.ts': [
    [
      "BusinessAreaRemoved: 'removed' }",
      "BusinessAreaRemoved: 'removed', BusinessAreaApplyRequested: 'apply-requested', BusinessAreaApplied: 'applied' }",
    ],
  ],
  'domain/business-area/undo.ts': [
    after(
      "  BusinessAreaRemoved: 'ends',\n",
      "  BusinessAreaApplyRequested: 'decided',\n  BusinessAreaApplied: 'part',\n",
    ),
  ],
  'domain/business-area/schema.ts': [
    before(
      '/** `GET /api/business-areas/search`.',
      `export const businessAreaApplying = z.object({ entityId: idSchema, operationId: z.uuid(), position: z.string() });\n\n`,
    ),
  ],
  'domain/business-area/calls.ts': [
    ['  businessAreaBody,\n', '  businessAreaApplying,\n  businessAreaBody,\n'],
    before(
      'export const removeBusinessArea',
      `export const applyBusinessArea = call({
  method: 'post',
  path: '/api/business-area/{id}/apply',
  parameters: { id: idParameter },
  response: businessAreaApplying,
});\n\n`,
    ),
  ],
  'bff/business-area/commands.ts': [
    [
      'import { removeBusinessArea, saveBusinessArea }',
      'import { applyBusinessArea, removeBusinessArea, saveBusinessArea }',
    ],
    before('import { runCommand }', "import { randomId } from '#platform/uuid.ts';\n"),
    before(
      '  route(removeBusinessArea, {\n',
      `  route(applyBusinessArea, {
    action: 'business-area.save',
    summary: 'Apply a business area, by an operation',
    handle: async (request) => {
      const { actor, parameters } = request;
      authorizeOpenly(actor, 'business-area.save');
      return await runCommand(request, parameters, async () => {
        const operationId = randomId();
        return {
          decider: businessAreaDecider,
          id: parameters.id,
          command: { type: 'RequestBusinessAreaApply', data: { operationId } } as const,
          response: { entityId: parameters.id, operationId },
        };
      });
    },
  }),\n`,
    ),
  ],
  'bff/business-area/examples.ts': [
    before(
      '    DELETE /api/business-area/{id} ',
      '    POST /api/business-area/{id}/apply own 200 403 403 403 403 403 403 403\n',
    ),
    before("    'GET /api/business-areas/search',\n", "    'POST /api/business-area/{id}/apply',\n"),
    before(
      "      'DELETE /api/business-area/{id}': async",
      `      'POST /api/business-area/{id}/apply': () => ({ target: \`/api/business-area/\${id}/apply\` }),\n`,
    ),
  ],
  'bff/business-area/chaos-examples.ts': [
    before(
      "    'remove business area': {\n",
      `    'apply business area': {
      event: 'BusinessAreaApplyRequested',
      weight: 2,
      wish: () => {
        const id = random.pick(areas());
        const path = \`/api/business-area/\${id}/apply\`;
        return id === undefined ? undefined : { who: 'ada-lindqvist', call: { method: 'POST', path } };
      },
    },\n`,
    ),
  ],
  'web/features/business-area/queries.ts': [
    ['  listBusinessAreaChanges,\n', '  applyBusinessArea,\n  listBusinessAreaChanges,\n'],
    before(
      'export const removeCommand',
      'export const applyCommand = { call: applyBusinessArea, invalidates: [businessAreasKey] } satisfies CommandDefinition;\n\n',
    ),
  ],
  'web/features/business-area/business-area-history.tsx': [
    after(
      "  removed: 'business-areas.removed',\n",
      "  'apply-requested': 'business-areas.history-apply-requested',\n  applied: 'business-areas.history-applied',\n",
    ),
  ],
  'web/features/business-area/business-area-panel.tsx': [
    [
      '<BusinessAreaForm key={id} area={found} />',
      '<BusinessAreaForm key={id} area={found} />\n              <ApplyBusinessArea id={id} />',
    ],
    before('import { BusinessAreaForm }', "import { ApplyBusinessArea } from './apply-business-area.tsx';\n"),
  ],
  'locales/en/lazy/business-areas.json': [
    before(
      '  "history": ',
      '  "apply": "Apply",\n  "history-apply-requested": "Apply requested",\n  "history-applied": "Applied",\n',
    ),
  ],
  'docs/product/business-areas.md': [
    before(
      '- A business area is not deleted',
      '- `POST /api/business-area/{id}/apply`, the button "Apply", requests the operation `apply-business-area`\n  (`workers/business-area/apply-business-area.ts`).\n',
    ),
  ],
};

/** Files of their own. */
export const operationFiles: Readonly<Record<string, string>> = {
  'domain/business-area/operations.ts': `import { about, type OperationsOf, type SubjectNamesOf } from '../core/operation-kind.ts';
import type { BusinessAreaEvent } from './business-area.ts';

export const businessAreaOperations = {
  'apply-business-area': {
    requestedBy: 'BusinessAreaApplyRequested',
    about: ({ businessAreaId }) => about('business-area', businessAreaId),
  },
} as const satisfies OperationsOf<BusinessAreaEvent>;

export const businessAreaNames = {
  BusinessAreaAdded: ({ businessAreaId: id, name }) => ({ id, name }),
  BusinessAreaChanged: ({ businessAreaId: id, to: { name } }) => ({ id, name }),
} as const satisfies SubjectNamesOf<BusinessAreaEvent>;
`,
  'workers/business-area/operations.ts': `import type { businessAreaOperations } from '#domain/business-area/operations.ts';
import type { WorkOf } from '../engine/handler.ts';
import { applyBusinessArea } from './apply-business-area.ts';

export const businessAreaWork = {
  'apply-business-area': { handler: applyBusinessArea },
} satisfies WorkOf<keyof typeof businessAreaOperations>;
`,
  'workers/business-area/apply-business-area.ts': `import { businessAreaDecider } from '#domain/business-area/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { SupersededError } from '../engine/run.ts';

/**
 * Applies a business area as it is now. The effect comes before the confirmation, with a \`crashPoint\` before and after it:
 * it may run twice, from any point.
 */
export const applyBusinessArea: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const area = await loadState(services.store, businessAreaDecider, subject.id);
    if (area.status !== 'active') throw new SupersededError();
    if (area.operationId !== null && area.operationId !== operationId) throw new SupersededError();
    await run.decide(businessAreaDecider, subject.id, { type: 'ConfirmBusinessAreaApply', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
};
`,
  'web/features/business-area/apply-business-area.tsx': `import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { applyCommand } from './queries.ts';

/** Requests the operation. The notice at its end is the operation's. */
export const ApplyBusinessArea = ({ id }: { id: number }) => {
  const t = useLazyTexts('business-areas');
  const command = useCommand(applyCommand);
  const isBusy = command.state === 'sending' || command.state === 'working';
  return (
    <Button className="self-start" disabled={isBusy} onClick={() => void command.run({ parameters: { id } })}>
      {t('business-areas.apply')}
    </Button>
  );
};
`,
};

/** What the pages of operations say of the kind. A translator finds it in English in every language. */
export const operationWords = `${JSON.stringify(
  {
    kind: { 'apply-business-area': 'Apply business area' },
    completed: { 'apply-business-area': '{{subject}} is applied.' },
    failed: { 'apply-business-area': '{{subject}} could not be applied.' },
    outcome: { 'completed-apply-business-area': 'The business area is applied.' },
  },
  null,
  2,
)}\n`;
