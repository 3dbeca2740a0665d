import type { Credential, Credentials } from './target.ts'

/** The well-known credentials of the demo world. */
export const demoCredentials: Credentials = {
  admin: demo('root'),
  owner: demo('alice'),
  maintainer: demo('bob'),
  developer: demo('carol'),
  reporter: demo('dave'),
  guest: demo('erin'),
  stranger: demo('mallory'),
  reader: demo('alice-read'),
  plainAdmin: demo('root-nosudo'),
  oauth: demo('alice-oauth'),
  impersonation: demo('carol-impersonation'),
  deploy: demo('acme-webapp-deploy'),
  job: demo('acme-webapp-job'),
  session: { variable: 'ALICE_SESSION', token: 'alice-session' },
  expired: demo('alice-expired'),
  revoked: demo('alice-revoked'),
  blocked: demo('frank'),
}

/** Whose further tokens some are: beside another owner or developer they would be those of somebody else. */
const furtherTokens = {
  owner: ['reader', 'oauth', 'session', 'expired', 'revoked'],
  developer: ['impersonation'],
} as const

/** The given credentials, and those of the demo world that go with them. */
export function withDemo(given: Credentials): Credentials {
  const demo: { -readonly [Who in keyof Credentials]: Credentials[Who] } = { ...demoCredentials }
  for (const who of ['owner', 'developer'] as const)
    if (given[who] !== undefined && given[who].token !== demoCredentials[who]?.token)
      for (const further of furtherTokens[who]) delete demo[further]
  return { ...demo, ...given }
}

function demo(name: string): Credential {
  return { variable: `${name.toUpperCase().replaceAll('-', '_')}_TOKEN`, token: `${name}-token` }
}
