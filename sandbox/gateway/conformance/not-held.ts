/**
 * Exceptions: recordings that the gateway does not match, with the reason. The suite fails if any other does not match.
 */
export const notHeld: Record<string, string> = Object.fromEntries(
  (
    [
      ['lists plugins without a recorded schema', ['380-plugins-enabled']],
      [
        'no CA certificates: Portico sets none',
        [
          '588-ca-certificates-create',
          '589-ca-certificates-create-duplicate',
          '590-ca-certificates-create-not-ca',
          '591-ca-certificates-delete-referenced',
        ],
      ],
      ['runs no Lua', ['http-log-collector-http-log-custom-lua']],
      ['no such endpoint', ['595-config-post-db-mode', '596-debug-log-level']],
      [
        'the plugin is stored but does not run: the call gets 501',
        [
          '650-basic-auth-401',
          '651-basic-auth-wrong-401',
          '652-basic-auth-200',
          '653-basic-auth-malformed',
          '654-two-auth-plugins-one-given',
        ],
      ],
      [
        'no authorization code flow: Portico enables client credentials only',
        ['691-oauth2-authorize-code', '692-oauth2-token-authorization-code', '693-oauth2-authorize-bad-provision-key'],
      ],
      [
        "needs a host name that only the recording machine's resolver knew",
        ['762-proxy-balancer-named-target-200', '764-upstreams-health-dns-error'],
      ],
    ] as const
  ).flatMap(([reason, names]) => names.map((name) => [name, reason])),
);
