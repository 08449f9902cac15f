import { createKongClient } from '../../gateway/admin-api/client.ts';
import { type FoundEntity, tagsOf } from '../../gateway/admin-api/entity.ts';
import { calledAt } from '../../gateway/change/in-the-way.ts';
import { takesFrom } from '../../gateway/change/route-match.ts';
import { porticoTag } from '../../gateway/names/gateway-names.ts';

/** What a deployment needs on a Kong: `/orders-dev`. */
export type Place = Readonly<{ api: string; service: string; route: string; path: string }>;

type Kong = Readonly<{ adminUrl: string; token: string | undefined; apiUrl: string; apiSslUrl: string }>;

const ownerOf = (entity: FoundEntity): string =>
  tagsOf(entity).includes(porticoTag) ? 'another Portico' : 'somebody else';

const pathsOf = ({ body: { paths } }: FoundEntity): string => (Array.isArray(paths) ? ` (${paths.join(', ')})` : '');

/**
 * Returns a sentence for each place that is taken on a Kong, by its name or by a route that gets its calls. It only reads.
 *
 * @throws GatewayError
 */
export const takenPlaces = async (
  { adminUrl, token, apiUrl, apiSslUrl }: Kong,
  places: readonly Place[],
): Promise<string[]> => {
  const kong = createKongClient({ adminUrl, token });
  try {
    const [services, routes] = await Promise.all([kong.list('service', []), kong.list('route', [])]);
    const called = calledAt({ apiUrl, apiSslUrl });
    return places.flatMap(({ api, service, route, path }) => {
      const named =
        services.find(({ body }) => body.name === service) ?? routes.find(({ body }) => body.name === route);
      if (named) return [`${api}: the ${named.kind} ${named.body.name} is there already, of ${ownerOf(named)}.`];
      const taker = routes.find(({ body }) => takesFrom(body, { path, methods: false, ...called }));
      if (!taker) return [];
      const name = `${taker.body.name ?? taker.id}${pathsOf(taker)}`;
      return [`${api}: the route ${name} of ${ownerOf(taker)} gets the calls to ${path}.`];
    });
  } finally {
    await kong.close();
  }
};
