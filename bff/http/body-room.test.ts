import { expect, it } from 'vitest';
import { largeBodies } from '../input/body-limits.ts';
import { takeRoom } from './body-room.ts';

const person = (userId: number, organizationId: number) => ({ userId, organizationId });

it('counts received bytes, and refuses more than the room of an organization', () => {
  const [first, second] = [takeRoom(person(1, 1)), takeRoom(person(2, 1))];
  first.book(largeBodies.organizationBytes - 10);
  second.book(10);
  expect(() => second.book(11)).toThrowError(
    expect.objectContaining({ refusal: { refused: 'unavailable', problems: [{ code: 'upload.no-room' }] } }),
  );
  const other = takeRoom(person(3, 2));
  other.book(11);
  first.giveBack();
  second.book(11);
  for (const room of [second, other]) room.giveBack();
});

it('a gateway may post as many bodies at once as fit into memory, a person two', () => {
  const gateway = Array.from({ length: 20 }, () => takeRoom(person(-1, -1), Number.POSITIVE_INFINITY));
  const own = [takeRoom(person(1, 1)), takeRoom(person(1, 1))];
  expect(() => takeRoom(person(1, 1))).toThrowError(
    expect.objectContaining({
      refusal: { refused: 'busy', problems: [{ code: 'upload.too-many', parameters: { maximum: 2 } }] },
    }),
  );
  for (const room of [...gateway, ...own]) room.giveBack();
});
