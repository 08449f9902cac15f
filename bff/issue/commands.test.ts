import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issueFileLimit, issuesADay } from '#domain/issue/schema.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let today = new Date('2026-03-01T12:00:00Z');
beforeAll(async () => {
  world = await startBffWorld({ now: () => today });
});
afterAll(() => world.close());
beforeEach(() => {
  // A new day, so that reports of one test do not count in another.
  today = new Date(today.getTime() + 86_400_000);
});

/** Calls with a token, because sessions would end as the days pass. */
const ask: BffWorld['ask'] = (who, method, target, options) =>
  world.ask(who, method, target, { ...options, by: 'bearer' });

const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

type Report = Readonly<{
  title?: string;
  description?: string;
  appId?: number;
  file?: File;
  headers?: Record<string, string>;
}>;

const report = async (who: Member, { headers = {}, file, ...more }: Report = {}) => {
  const form = new FormData();
  const fields = { title: 'The gallery is empty', description: 'Since this morning', ...more };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (file) form.set('issueFile', file);
  return await ask(who, 'POST', '/api/user/reportIssue', { body: form, headers });
};

const list = async (query: string, position?: unknown) =>
  (
    await ask(world.acme.members.support, 'GET', `/api/issues?${query}`, {
      headers: position ? { 'x-min-position': String(position) } : {},
    })
  ).body as { issues: Record<string, unknown>[]; total: number; page: number };

describe('reporting an issue', () => {
  it('reaches support with the person, the place and the text', async () => {
    const { user } = world.acme.members;
    const { applicationId, organizationId } = world.acme;
    const { status, body } = await report(user, { appId: applicationId, file: new File([png], '../../x.jsp') });
    expect({ status, body }).toEqual({
      status: 200,
      body: { issueId: expect.any(Number), position: expect.any(String) },
    });
    const { issues } = await list('', body.position);
    expect(issues[0]).toEqual({
      id: body.issueId,
      title: 'The gallery is empty',
      description: 'Since this morning',
      state: 'open',
      reportedAt: today.toISOString(),
      reporter: {
        id: user.userId,
        name: `Acme-user Of ${organizationId}`,
        email: user.email,
        organizationName: 'Acme',
      },
      application: { id: applicationId, name: 'Acme shop' },
      file: { type: 'image/png', size: png.length, deletedAt: null },
      closedAt: null,
      closedBy: null,
    });
  });

  it('D8: stores the file under its hash, and returns it as a sandboxed download', async () => {
    const { body } = await report(world.acme.members.user, {
      file: new File([png], 'a"; x=.html', { type: 'text/html' }),
    });
    await world.shown(body.position);
    const target = `/api/issues/${body.issueId}/file`;
    const { headers, status } = await ask(world.acme.members.portal, 'GET', target);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="issue-${body.issueId}.png"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    const response = await world.app.request(`https://portal.example${target}`, {
      headers: world.credentials(world.acme.members.portal, 'bearer'),
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    const { rows } = await world.pool.query('select hash, type from issue_files');
    for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    // The same bytes are stored once.
    expect(rows).toHaveLength(1);
    expect((await ask(world.acme.members.portal, 'GET', '/api/issues/99999/file')).status).toBe(404);
  });

  it.each([
    ['a page', '<!doctype html><script>1</script>', 'page.txt'],
    ['an SVG', '<svg onload="alert(1)"/>', 'picture.png'],
    ['an archive', 'PK\x03\x04', 'log.txt'],
  ])('D8: refuses %s under any name', async (_, content, name) => {
    const before = await world.countEvents();
    expect(
      await report(world.acme.members.user, { file: new File([content], name, { type: 'image/png' }) }),
    ).toMatchObject({
      status: 400,
      body: { code: 'issue.file-type', errors: [{ field: 'issueFile' }] },
    });
    expect(await world.countEvents()).toBe(before);
  });

  it('D1: accepts 5 MB and not a byte more', async () => {
    const file = (size: number) => new File([Buffer.alloc(size, 'x')], 'log.txt');
    expect((await report(world.acme.members.user, { file: file(issueFileLimit) })).status).toBe(200);
    expect(await report(world.acme.members.user, { file: file(issueFileLimit + 1) })).toMatchObject({
      status: 413,
      body: { errors: [{ field: 'issueFile', message: 'The file is larger than 5 MB' }] },
    });
  });

  it('needs a title and a description, neither of them too long', async () => {
    expect(await report(world.acme.members.user, { title: '', description: ' ' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'title', message: 'Title is required' },
          { field: 'description', message: 'Description is required' },
        ],
      },
    });
    expect(
      await report(world.acme.members.user, { title: 'x'.repeat(201), description: 'x'.repeat(1001) }),
    ).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'title', message: 'Title can only have up to 200 characters' },
          { field: 'description', message: 'Description can only have up to 1000 characters' },
        ],
      },
    });
  });

  it("C1: treats another organization's application like a missing one", async () => {
    const { user } = world.acme.members;
    const other = await report(user, { appId: world.partner.applicationId });
    const none = await report(user, { appId: 99_999 });
    expect(other).toMatchObject({ status: 400, body: { code: 'field.invalid', errors: [{ field: 'appId' }] } });
    const { correlationId: _one, traceId: _its, ...otherBody } = other.body;
    const { correlationId: _two, traceId: _another, ...noneBody } = none.body;
    expect(otherBody).toEqual(noneBody);
    expect((await report(world.acme.members.portal, { appId: world.partner.applicationId })).status).toBe(200);
  });

  it('makes and counts one issue when the same click is sent twice', async () => {
    const { gateway } = world.acme.members;
    const headers = { 'idempotency-key': 'one-click-0001' };
    const first = await report(gateway, { headers });
    expect((await report(gateway, { headers })).body).toEqual(first.body);
    expect(
      (await world.pool.query('select reported from issue_quotas where user_id = $1', [gateway.userId])).rows,
    ).toEqual([{ reported: 1 }]);
  });

  it('is allowed twenty times a day for each person, also all at once', async () => {
    const { owner, auditor } = world.acme.members;
    const responses = await Promise.all(Array.from({ length: issuesADay + 5 }, () => report(owner)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(issuesADay);
    expect(responses.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      body: { code: 'issue.too-many', parameters: { maximum: issuesADay } },
    });
    expect((await report(auditor)).status).toBe(200);
    today = new Date(today.getTime() + 86_400_000);
    expect((await report(owner)).status).toBe(200);
  });
});

describe('the list of issues', () => {
  it('can be searched, filtered, sorted and paged', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => `Findable ${String.fromCharCode(97 + index)}`);
    let position: unknown;
    for (const title of titles)
      position = (await report(world.partner.members.user, { title, description: '100% broken_' })).body.position;
    const second = await list('search=FINDABLE&sort=title&order=asc&page=1', position);
    expect(second).toMatchObject({ total: 12, page: 1 });
    expect(second.issues.map(({ title }) => title)).toEqual(titles.slice(10));
    expect(await list('search=100%25%20broken_')).toMatchObject({ total: 12 });
    expect(await list('search=100_broken')).toMatchObject({ total: 0 });

    const id = Number(second.issues[0]?.id);
    const closed = await ask(world.acme.members.support, 'POST', `/api/issues/${id}/close`);
    expect(closed).toMatchObject({ status: 200, body: { issueId: id } });
    const done = await list('state=closed', closed.body.position);
    expect(done).toMatchObject({
      total: 1,
      issues: [
        {
          id,
          state: 'closed',
          closedAt: today.toISOString(),
          closedBy: { id: world.acme.members.support.userId, name: expect.stringContaining('Acme-support') },
        },
      ],
    });
    expect(await list('search=findable&state=open')).toMatchObject({ total: 11 });
    const before = await world.countEvents();
    expect((await ask(world.acme.members.support, 'POST', `/api/issues/${id}/close`)).status).toBe(200);
    expect((await ask(world.acme.members.support, 'POST', '/api/issues/99999/close')).status).toBe(404);
    expect(await world.countEvents()).toBe(before);
  });

  it('refuses an unknown sort field', async () => {
    expect((await ask(world.acme.members.support, 'GET', '/api/issues?sort=description')).status).toBe(400);
  });
});
