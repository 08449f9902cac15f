import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';

/** Returns the id of the case of a cause. That of an operation is the operation's. */
export const caseOfCause = (cause: string): string => uuidV5(porticoNamespace, `desk-cause/${cause}`);
