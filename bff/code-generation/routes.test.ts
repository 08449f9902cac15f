import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeAnHour } from '#domain/code-generation/schema.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
/** A fixed time, so that no hour ends during a test. */
const now = new Date();
beforeAll(async () => {
  world = await startBffWorld({ now: () => now });
});
afterAll(() => world.close());

const body = { type: 'client', lang: 'axios', modelPackage: 'acme.model', apiPackage: 'acme.api' };
const ask = (changes: Record<string, unknown> = {}, who = world.acme.members.user, headers = {}) =>
  world.ask(who, 'POST', `/api/codegen/${world.acme.apiId}`, { json: { ...body, ...changes }, headers });

it('returns the operation, and the archive only to the person who asked for it, while it is kept', async () => {
  const { status, body: response } = await ask();
  expect(status).toBe(200);
  await world.shown(response.position);
  const target = `/api/codegen/${String(response.operationId)}/file`;
  const { user, owner } = world.acme.members;
  expect((await world.ask(user, 'GET', target)).status).toBe(404);
  await world.pool.query(
    "insert into generated_code (operation_id, content, expires_at) values ($1, 'PK', now() + interval '1 hour')",
    [response.operationId],
  );
  const file = await world.ask(user, 'GET', target);
  expect(file).toMatchObject({ status: 200, body: { text: 'PK' } });
  expect(file.headers.get('content-type')).toBe('application/zip');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="code.zip"');
  expect((await world.ask(owner, 'GET', target)).status).toBe(404);
  const { acme, partner } = world;
  const move = (to: number) =>
    world.pool.query('update users set organization_id = $2 where id = $1', [user.userId, to]);
  await move(partner.organizationId);
  expect((await world.ask(user, 'GET', target)).status).toBe(404);
  await move(acme.organizationId);
  expect((await world.ask(user, 'GET', target)).status).toBe(200);
  await world.pool.query('update generated_code set expires_at = now()');
  expect((await world.ask(user, 'GET', target)).status).toBe(404);
});

it('refuses wrong fields before it counts the command', async () => {
  const { admin } = world.acme.members;
  const events = await world.countEvents();
  const refused = await ask({ modelPackage: '', apiPackage: '../../etc', lang: 'okhttp' }, admin);
  expect(refused).toMatchObject({
    status: 400,
    body: {
      errors: [
        { field: 'modelPackage', code: 'codegen.model-package-required', message: 'Model package name is required' },
        { field: 'apiPackage', code: 'codegen.package-invalid-java' },
      ],
    },
  });
  expect(await world.countEvents()).toBe(events);
  const { rowCount } = await world.pool.query('select 1 from code_quotas where user_id = $1', [admin.userId]);
  expect(rowCount).toBe(0);
});

it(`allows ${codeAnHour} generations an hour for each person, also all at once, and counts a repeated click once (K5)`, async () => {
  const { user } = world.partner.members;
  const key = { 'idempotency-key': 'one-and-the-same-click' };
  const [first, again] = [await ask({}, user, key), await ask({}, user, key)];
  expect(again.body.operationId).toBe(first.body.operationId);
  const all = await Promise.all(Array.from({ length: codeAnHour + 4 }, () => ask({}, user)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(codeAnHour - 1);
  expect(all.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: { code: 'codegen.too-many', parameters: { maximum: codeAnHour } },
  });
  expect((await ask({}, world.partner.members.admin)).status).toBe(200);
  await world.pool.query("update code_quotas set hour = hour - interval '1 hour'");
  expect((await ask({}, user)).status).toBe(200);
});
