import { expect, it } from 'vitest';
import { sources } from './source-files.ts';

/** Forms that change nothing that exists, with what they do. */
const withoutBasis: Readonly<Record<string, string>> = {
  'features/access/change-end.tsx': 'sends `seen`; another end is refused',
  'features/access/shared/request-access-dialog.tsx': 'adds a request',
  'features/access/review-dialog.tsx': 'decides a request, which never changes',
  'features/access/shared/decide-many-dialog.tsx': 'decides requests, which never change',
  'features/approval/decide-approval.tsx': 'sends `hash`; another difference is refused',
  'features/audit/filter-dialogs.tsx': 'one person keeps their own filters',
  'features/code-generation/shared/generate-code-form.tsx': 'adds an archive',
  'features/consumer/add-key-form.tsx': 'adds a key',
  'features/consumer/rotate-key.tsx': 'refused while another rotation is under way',
  'features/event-subscription/add-subscription.tsx': 'adds a subscription',
  'features/event-subscription/rotate-subscription.tsx': 'refused while another rotation is under way',
  'features/event-topic/test-message.tsx': 'sends a message',
  'features/gateway-object/certificate-dialog.tsx': 'sends `seen`, which the worker compares with the gateway',
  'features/deployment/move-end.tsx': '`seen` is the end that the form was opened with',
  'features/deployment/move-deployment.tsx': 'adds a deployment; a later change of the form is followed',
  'features/difference/answer-dialog.tsx': 'sends `seen`; another difference is refused',
  'features/difference/shared/answer-many-dialog.tsx': 'sends `seen` of each; another difference is refused',
  'features/gateway-object/plugin-fields.tsx': 'sends `seen`, which the worker compares with the gateway',
  'features/gateway-object/route-dialog.tsx': 'sends `seen`, which the worker compares with the gateway',
  'features/gateway-object/service-dialog.tsx': 'sends `seen`, which the worker compares with the gateway',
  'features/gateway-object/take-over-dialog.tsx': 'sends `seen`, which the worker compares with the gateway',
  'features/gateway-object/target-dialog.tsx': 'sends `seen`, which the worker compares with the gateway',
  'features/gateway-object/upstream-dialog.tsx': 'sends `seen`, which the worker compares with the gateway',
  'features/help/report-dialog.tsx': 'adds an issue',
  'features/operation/cancel-dialog.tsx': 'gives up what is as it is',
  'features/operation/hand-over-dialog.tsx': 'gives it to somebody, whoever has it',
  'features/operation/mute-dialog.tsx': 'a time and a reason, each anew',
  'features/operation/replay-dialog.tsx': 'tries again what is wanted now',
  'features/operation/many-dialog.tsx': 'tries again what is wanted now, or gives up what is as it is',
  'features/organization/access-panel.tsx': 'adds a request',
  'features/people/user-filters.tsx': 'filters a list',
  'features/registration/approve-form.tsx': 'decides a request, which never changes',
  'features/registration/deny-form.tsx': 'decides a request, which never changes',
  'features/registration/deny-many-dialog.tsx': 'decides requests, which never change',
  'features/registration/sign-up.tsx': 'adds a request',
  'features/review-round/decide-dialog.tsx': 'decides lines, which never change',
  'features/review-round/start-review.tsx': 'starts a review',
  'features/take-over/skip-dialog.tsx': 'decides services; a decided one is refused',
  'features/take-over/take-many-dialog.tsx': 'sends each `seen`, which the worker compares with the gateway',
  'features/try-it/try-it-form.tsx': 'makes a call',
};

it('every form that changes an existing thing sends `basedOn` and has the dialog', () => {
  const forms = sources().filter(({ path, text }) => path.startsWith('features/') && /useZodForm\(|<form\b/.test(text));
  const based = forms.filter(
    ({ text }) => text.includes('useOlderForm(') && text.includes('older.stamped(') && text.includes('<OlderForm'),
  );
  expect(based.length).toBeGreaterThan(5);
  const others = forms.filter((form) => !based.includes(form)).map(({ path }) => path);
  expect(others.sort()).toEqual(Object.keys(withoutBasis).sort());
});
