import { expect, test } from 'vitest';
import { gatewayPlan } from '#domain/core/gateway-plan.ts';
import { outsideTexts } from '#test/examples/outside-texts.ts';
import { foundEntity } from '../admin-api/entity.ts';
import { planOfSteps } from './plan-of-steps.ts';

const id = '5f0c1d5e-7d0f-4a58-9c3f-0d6f1f6d1c01';

/** Somebody wrote these texts into the gateway by hand. The plan is part of an event. */
test.each(Object.entries(outsideTexts))(
  '%s: a value from a gateway is cut when it comes into a plan',
  (_what, text) => {
    const others = text.padStart(text.length + 298, 'x');
    const body = { id, name: others, tags: [others, '😀'.repeat(400)], config: { message: others } };
    const actual = [foundEntity('plugin', body), foundEntity('route', { ...body, id: id.replace(/1$/, '2') })].flatMap(
      (each) => each ?? [],
    );
    const plan = planOfSteps(
      actual.flatMap((entity) => [
        {
          kind: 'put',
          entity: { ...entity, body: { name: 'ours', tags: [], config: { message: '' } } },
          existed: true,
        },
        { kind: 'delete', entity },
      ]) as Parameters<typeof planOfSteps>[0],
      actual,
    );
    expect(gatewayPlan.parse(plan)).toEqual(plan);
    const texts = plan.changes.flatMap(({ object, name, fields }) => [
      object,
      name,
      ...fields.flatMap(({ removed, added }) => [...removed, ...added]),
    ]);
    expect(texts.length).toBeGreaterThan(8);
    for (const each of texts) {
      expect(each.length).toBeLessThanOrEqual(301);
      expect(each.isWellFormed() && !each.includes('\0')).toBe(true);
    }
  },
);
