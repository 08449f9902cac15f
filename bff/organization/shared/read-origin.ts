import { streamOf } from '#domain/core/id.ts';
import { type Origin, originOf } from '#domain/organization/four-eyes.ts';
import type { UserEvent } from '#domain/user/user.ts';
import type { Services } from '../../http/services.ts';

/** Returns where a person comes from who asks or decides. Reads the events: no read table is behind. */
export const readOrigin = async ({ store }: Pick<Services, 'store'>, userId: number): Promise<Origin> =>
  originOf(await store.read<UserEvent>(streamOf('user', userId)));
