/** Minutes for which a sign-in is fresh. Some calls need a fresh one (requirement B6; docs/decisions/0138-fresh-sign-in.md). */
export const freshMinutes = 5;
