import type { Environment } from '#domain/core/environment.ts';
import { isRemoval } from '#domain/operation-kinds/operation-kinds.ts';
import type { Row } from './row.ts';

/** Returns the environment that a replay changes. Null: none, or it takes something away, which never waits for anybody. */
export const changesAt = ({ environment, kind }: Pick<Row, 'environment' | 'kind'>): Environment | null =>
  isRemoval(kind) ? null : environment;
