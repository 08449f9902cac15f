import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';

/** An application in a selection list (`GET /api/my-apps`). */
export const applicationOption = z.object({ id: idSchema, name: z.string() });
