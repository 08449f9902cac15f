import { expect, test } from 'vitest';
import { issueFile } from '#test/world/sample-events.ts';
import { openPortal, somebody } from './engine/fixture/open-portal.ts';

test('an issue is open until support closes it', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  const file = issueFile('screenshot');
  await portal.happen('issue-1', [
    {
      type: 'IssueReported',
      data: {
        issueId: 1,
        reporterId: 5,
        organizationId: 2,
        applicationId: 4,
        title: 'Empty gallery',
        description: 'Since this morning',
        file,
      },
    },
  ]);
  const rows = async () => {
    expect(await portal.caughtUp()).toBe(true);
    return await portal.rows('select * from issues');
  };
  expect(await rows()).toMatchObject([
    {
      id: 1,
      title: 'Empty gallery',
      state: 'open',
      reporter_id: 5,
      organization_id: 2,
      application_id: 4,
      file_hash: file.hash,
      file_type: 'image/png',
      file_size: file.size,
      closed_at: null,
      closed_by: null,
      search: 'empty gallery\nsince this morning',
    },
  ]);
  await portal.happen('issue-1', [{ type: 'IssueClosed', data: { issueId: 1 } }], { ...somebody, userId: 8 });
  expect(await rows()).toMatchObject([{ state: 'closed', closed_by: 8, closed_at: expect.any(Date) }]);
});
