import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routeExamples } from '#test/examples/all-route-examples.ts';
import type { OlderForm } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import type { Route } from './http/route.ts';
import { routes } from './routes.ts';

/**
 * Calls that do not take `basedOn`, with the reason. A new call that changes something stands here only when nobody's
 * change can be lost by it: look at the whole path, from what its screen shows to what it writes.
 */
const withoutForm: Readonly<Record<string, string>> = {
  'POST /api/access-requests': 'adds a request for an account',
  'POST /api/confirm-access-request': 'confirms an address; what was typed can not be changed',
  'POST /api/approve-access-request': 'a request never changes, and is decided once; the organization is checked anew',
  'POST /api/deny-access-request': 'a request never changes, and is decided once',
  'POST /api/deny-access-requests': 'requests never change, and each is decided once',
  'POST /api/erase-access-request': 'takes away everything of a decided request',
  'POST /api/approve-organization-request': 'a request never changes, and is decided once',
  'POST /api/deny-organization-access-request': 'a request never changes, and is decided once',
  'POST /api/deny-organization-access-requests': 'requests never change, and each is decided once',
  'POST /api/request-access': 'adds a request for access',
  'POST /api/approve-api-access-request': 'a request never changes, and is decided once',
  'PUT /api/api-access/{id}/end': '`seen` is the end that the list told; another one is refused',
  'POST /api/deny-api-access-request': 'a request never changes, and is decided once',
  'POST /api/approve-api-access-requests': 'requests never change, and each is decided once',
  'POST /api/deny-api-access-requests': 'requests never change, and each is decided once',
  'POST /api/review-rounds': 'starts a review',
  'POST /api/review-round/{id}/decisions': 'lines never change, and each is decided once',
  'POST /api/review-round/{id}/close': 'closed once, and has no field',
  'POST /api/kong/add-consumer': 'adds a key',
  'POST /api/kong/plugin': '`seen` is what its details told; the worker compares it with what the gateway has then',
  'POST /api/kong/upstream': '`seen` is what its details told; the worker compares it with what the gateway has then',
  'POST /api/kong/target': '`seen` is what its upstream told; the worker compares it with what the gateway has then',
  'POST /api/kong/service': '`seen` is what its details told; the worker compares it with what the gateway has then',
  'POST /api/kong/certificate':
    '`seen` is what its details told; the worker compares it with what the gateway has then',
  'POST /api/kong/routes': '`seen` is what its details told; the worker compares it with what the gateway has then',
  'POST /api/kong/drift/{id}/answer': '`seen` is what its details told; another difference is refused',
  'POST /api/kong/drift/answers': '`seen` is what the row of each told; another difference is refused',
  'POST /api/kong/service/{id}/take-over':
    '`seen` is what the preview told; the worker compares it with what the gateway has then',
  'POST /api/kong/take-overs':
    'each `seen` is what the list told; the worker compares it with what the gateway has then',
  'POST /api/kong/take-overs/skip': 'decides, and has no field of the service; a decided one is refused',
  'POST /api/kong/take-overs/reopen': 'takes a decision back, and has no field',
  'POST /api/kong/take-overs/stop': 'stops what has not begun, and has no field',
  'POST /api/approvals/{id}/approve': 'decided once; its `hash` is what was shown, and another one is refused',
  'POST /api/approvals/{id}/deny': 'decided once',
  'POST /api/approvals/{id}/withdraw': 'takes back a request once, and has no field',
  'POST /api/approval-rules': 'the wanted state, no field',
  'PUT /api/swaggers/deployment/{id}/move': '`seen` is the end that the form was opened with; another one is refused',
  'POST /api/approval-rules/people': 'the wanted state, no field',
  'POST /api/swaggers/deployment/{id}/move':
    'adds a deployment, with the form that is in force; a later change of the form is followed',
  'POST /api/consumer/{id}/rotation': 'refused while another rotation is under way',
  'POST /api/consumer/{id}/rotation/end': 'ends what is there, and has no field',
  'POST /api/event-subscriptions': 'adds one; nothing changes it but its own calls',
  'POST /api/event-subscription/{id}/credentials': 'records a view',
  'POST /api/event-topic/{id}/messages': 'records a look',
  'POST /api/event-topic/{id}/test-message': 'sends a message',
  'POST /api/event-subscription/{id}/rotation': 'refused while another rotation is under way',
  'POST /api/event-subscription/{id}/rotation/end': 'ends what is there, and has no field',
  'POST /api/record-consumer': 'records a view',
  'PUT /api/swaggers': 'its `revision` is what the text was based on, and is checked in the same way',
  'POST /api/swagger/{id}/versions/{revision}/restore': 'adds a version; the newest stays in the list of versions',
  'POST /api/swagger/{id}/compare': 'changes nothing',
  'POST /api/swagger/deploy/preview': 'changes nothing',
  'POST /api/lint': 'changes nothing',
  'POST /api/request-access/filter': 'changes nothing',
  'POST /api/codegen/{id}': 'adds an archive',
  'POST /api/consumer/{id}/call': 'makes a call',
  'PUT /api/user': 'disables or enables: the wanted state, no field',
  'POST /api/user/invite': 'sends an invitation',
  'POST /api/user/erase': 'takes away everything of a deleted person',
  'PUT /api/user/settings': 'each setting by itself; what is left out stays as it is',
  'PUT /api/user/mails': 'each topic by itself; what is left out stays as it is',
  'POST /api/user/first-login-seen': 'says that a dialog was seen',
  'POST /api/user/accept-terms': 'names the version that was shown; another one is refused',
  'POST /api/user/changepassword': 'changes nothing',
  'POST /api/organization/deactivate-organization': 'the wanted state, no field',
  'POST /api/organization/delete-organization': 'adds a request',
  'POST /api/organization/approve-delete-organization': 'decided once; whether it may go is checked anew',
  'POST /api/organization/deny-delete-organization': 'decided once',
  'POST /api/delete-organization-requests/denials': 'decided once',
  'POST /api/organization/withdraw-delete-organization': 'takes back a request once, and has no field',
  'POST /api/operations/{id}/cancel': 'gives up what is as it is',
  'POST /api/operations/{id}/replay': 'tries again what is wanted now',
  'POST /api/desk/hand-overs': 'the note of whoever gives it on',
  'POST /api/desk/take-backs': 'has no field',
  'POST /api/desk/mutes': 'a time and a reason, each anew',
  'POST /api/desk/unmutes': 'has no field',
  'POST /api/desk/replays': 'tries again what is wanted now',
  'POST /api/desk/cancellations': 'gives up what is as it is',
  'POST /api/user/reportIssue': 'adds an issue',
  'POST /api/issues/{id}/close': 'closed once, and has no field',
  'POST /api/notices/read': 'one person marks their own notices',
  'POST /api/setup/dismiss': 'hides a list',
  'POST /api/resource/test': 'changes nothing that is saved',
  'POST /api/event-category/check': 'changes nothing',
  'POST /api/resourceAccess': 'adds an organization, and changes nothing else',
  'POST /api/log-verification': 'has the log verified, and changes nothing',
  'POST /api/audit/filters': 'one person keeps their own filters',
  'POST /api/certificate': 'adds a certificate, and changes nothing else',
};

/** Calls that change something. A GET does so only as the older way of a POST. A removal has no form. */
const changing = routes.filter(({ method }) => method === 'post' || method === 'put');
const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;

const takesBasedOn = ({ body, form, path }: Route): boolean => {
  const schema = body ?? form?.fields;
  const text = schema ? JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : '';
  return text.includes('"basedOn"') && !path.endsWith('/preview');
};

it('every call that changes something takes `basedOn`, or is listed with a reason', () => {
  const named = changing.map(nameOf);
  const right = (name: string) => name.replace('/organiztion/', '/organization/');
  const unsaid = changing.filter((route) => !takesBasedOn(route) && !(right(nameOf(route)) in withoutForm));
  expect(unsaid.map(nameOf)).toEqual([]);
  const stale = Object.keys(withoutForm).filter((name) => {
    const route = changing[named.indexOf(name)];
    return !route || takesBasedOn(route);
  });
  expect(stale).toEqual([]);
});

describe('I6: an older form', () => {
  let world: BffWorld;
  beforeAll(async () => {
    world = await startBffWorld();
  });
  afterAll(() => world.close());

  const scenes = async (): Promise<Map<string, () => Promise<OlderForm>>> =>
    new Map(routeExamples.flatMap(({ older }) => Object.entries(older?.(world) ?? {})));
  const bodyOf = ({ isMultipart }: OlderForm, fields: Readonly<Record<string, unknown>>) => {
    if (!isMultipart) return { json: fields };
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.set(field, String(value));
    return { body };
  };
  const asked = changing.filter(takesBasedOn);

  it('has a scene for each call', async () => {
    expect([...(await scenes()).keys()].sort()).toEqual(asked.map(nameOf).sort());
  });

  it.each(asked.map((route) => ({ name: nameOf(route), method: route.method.toUpperCase() })))(
    'of $name is refused with the changed fields, the person and the time, and can be saved with the next `basedOn`',
    async ({ name, method }) => {
      const form = await (await scenes()).get(name)?.();
      if (!form) throw new Error(`no scene for ${name}`);
      const { by = 'portal', read, find, target, theirs, mine, changes } = form;
      const member = world.acme.members[by];
      const row = async () => {
        await world.allShown();
        const { body } = await world.ask(member, 'GET', read);
        return find ? find(body) : body;
      };
      const save = (fields: Readonly<Record<string, unknown>>, basedOn: unknown) =>
        world.ask(member, method, target, bodyOf(form, basedOn === undefined ? fields : { ...fields, basedOn }));
      const opened = (await row())?.basedOn;
      expect(opened).toEqual(expect.any(Number));

      const first = await save(theirs, opened);
      expect(first).toMatchObject({ status: 200, body: { basedOn: expect.any(Number) } });
      const events = await world.countEvents();
      const refused = await save(mine, opened);
      expect(refused).toMatchObject({
        status: 409,
        body: {
          code: 'form.older',
          changed: {
            basedOn: first.body.basedOn,
            by: { id: member.userId },
            at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          },
        },
      });
      expect((refused.body.changed as { changes: unknown[] }).changes).toMatchObject(changes);
      expect(await world.countEvents()).toBe(events);

      // Their own next change is none of somebody else's, and what the other one keeps is saved then.
      expect((await save({ ...theirs, ...mine }, first.body.basedOn)).status).toBe(200);
      // Without it nothing is checked: a script need not read before it writes.
      expect((await save(theirs, undefined)).status).toBe(200);
    },
  );

  it('of two that are sent at the same moment, one is refused', async () => {
    const portal = world.acme.members.portal;
    const { body } = await world.ask(portal, 'POST', '/api/business-area', {
      json: { name: 'Race', description: 'R' },
    });
    const save = (name: string) =>
      world.ask(portal, 'POST', '/api/business-area', {
        json: { id: body.id, name, description: 'R', basedOn: body.basedOn },
      });
    const answers = await Promise.all(['One', 'Two', 'Three'].map(save));
    expect(answers.map(({ status, body: { code } }) => code ?? status).sort()).toEqual([
      200,
      'form.older',
      'form.older',
    ]);
  });

  it('with the same values as the present ones is accepted; a double click is one command', async () => {
    const portal = world.acme.members.portal;
    const { body } = await world.ask(portal, 'POST', '/api/business-area', {
      json: { name: 'Same', description: 'S' },
    });
    const save = (headers = {}) =>
      world.ask(portal, 'POST', '/api/business-area', {
        json: { id: body.id, name: 'Same too', description: 'S', basedOn: body.basedOn },
        headers,
      });
    const once = await save({ 'idempotency-key': 'one-click-0007' });
    expect(once.status).toBe(200);
    expect((await save({ 'idempotency-key': 'one-click-0007' })).body).toEqual(once.body);
    expect((await save()).status).toBe(200);
  });

  it('does not name people of other organizations to a partner', async () => {
    const { acme, partner, seed, shown } = world;
    const made = await seed.consumer(acme.deployed.deploymentId, acme.apiId, partner.organizationId);
    await shown(made.position);
    const save = (who: typeof acme.members.portal, nickname: string, basedOn?: number) =>
      world.ask(who, 'PUT', `/api/consumer/${made.consumerId}`, { json: { nickname, basedOn } });
    const first = await save(acme.members.portal, 'By the portal');
    expect(first.status).toBe(200);
    const { body } = await save(partner.members.admin, 'By the partner', Number(first.body.basedOn) - 1);
    expect(body).toMatchObject({ code: 'form.older', changed: { by: null } });
    expect(JSON.stringify(body)).not.toContain(acme.members.portal.email);
  });
});
