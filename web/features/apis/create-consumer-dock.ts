/** The dock's views that the create-consumer parameters of the gallery stand for: the details, and adding a key over them. */
export const createConsumerDock = (search: URLSearchParams): string | undefined => {
  if (search.get('action') !== 'create-consumer') return undefined;
  const [id, org, deployment] = ['id', 'org', 'deployment'].map((name) => Number(search.get(name)) || '');
  if (!id) return undefined;
  return `api:${id}/keys:${[id, org, deployment].join(';').replace(/;+$/, '')}`;
};
