type Admin = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/**
 * Remembers what a test makes at a gateway that others use too, beside what its deployments own: no tag names it.
 *
 * @property admin a call of the Admin API that remembers what it makes.
 * @property note  remembers what the portal makes for somebody else.
 */
export const madeByHand = (
  admin: Admin,
): Readonly<{ admin: Admin; note: (id: string) => void; has: (id: string) => boolean }> => {
  const made = new Set<string>();
  return {
    note: (id) => made.add(id),
    has: (id) => made.has(id),
    admin: async (method, path, body) => {
      const answer = await admin(method, path, body);
      if (['POST', 'PUT'].includes(method) && typeof answer.id === 'string') made.add(answer.id);
      return answer;
    },
  };
};
