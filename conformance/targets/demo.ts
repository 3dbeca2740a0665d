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

function demo(name: string): Credential {
  return { variable: `${name.toUpperCase().replaceAll('-', '_')}_TOKEN`, token: `${name}-token` }
}
