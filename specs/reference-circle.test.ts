import { expect, it } from 'vitest';
import { circleIn } from './reference-circle.ts';

const circleOf = (Crate: object) => circleIn({ components: { schemas: { Crate } } });

it('a reference to a place below itself, which the linter does not survive', () => {
  const reference = '#/components/schemas/Crate/properties/size';
  expect(circleOf({ $ref: reference })).toEqual({ reference, place: '#/components/schemas/Crate' });
  const encoded = '#/components/schemas/%43rate/properties/size';
  expect(circleOf({ $ref: encoded })).toEqual({ reference: encoded, place: '#/components/schemas/Crate' });
});

it('is none when that place is there, or when a property has its own schema as type', () => {
  expect(circleOf({ $ref: '#/components/schemas/Crate/$defs/Size', $defs: { Size: {} } })).toBeUndefined();
  expect(circleOf({ properties: { inner: { $ref: '#/components/schemas/Crate' } } })).toBeUndefined();
});
