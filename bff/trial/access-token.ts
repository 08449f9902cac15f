import { callGateway } from './call-gateway.ts';

/** An access token for these client credentials, from the deployment's own token endpoint; undefined when there is none. */
export const accessToken = async (
  tokenUrl: string,
  clientId: string,
  clientSecret: string,
): Promise<string | undefined> => {
  const answer = await callGateway({
    target: new URL(tokenUrl),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  });
  if (answer.outcome !== 'answered' || answer.status !== 200) return undefined;
  try {
    const { access_token: token } = JSON.parse(answer.body ?? '') as { access_token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
};
