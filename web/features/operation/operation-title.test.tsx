// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { OperationTitle } from './operation-title.tsx';

componentTests('operations');

it.each([
  [{ kind: 'send-mail', subject: 'roles-changed/user-12' }, 'Send mail Roles changed, to user 12'],
  [{ kind: 'send-mail', subject: 'welcome/registration-3' }, 'Send mail Welcome, to request 3'],
  [{ kind: 'send-mail', subject: 'newer/user-3' }, 'Send mail newer/user-3'],
  [{ kind: 'deploy', subject: '/orders/v1' }, 'Deploy /orders/v1'],
] as const)('names %j', (operation, text) => {
  expect(show(<OperationTitle operation={operation} />).container.textContent).toBe(text);
});
