import { largest } from '../lib/lists.ts'
import type { Credential } from './credentials.ts'

/** What a person needs to know to send the first request. */
export interface Banner {
  readonly version: string
  readonly url: string
  readonly world: string
  readonly seed: number
  readonly tier: string
  /** The dialect, or the release where that is newer than the specification. */
  readonly spoken: string
  readonly clock: string
  readonly control: boolean
  readonly credentials: readonly Credential[]
}

/** The start of a log for people: addresses, a first call, and the tokens table. */
export function bannerText({
  version,
  url,
  world,
  seed,
  tier,
  spoken,
  clock,
  control,
  credentials,
}: Banner): string {
  const [first] = credentials
  const lines = [
    `Forgery ${version} serves the ${world} world at ${url}`,
    '',
    `  API      ${url}/api/v4`,
    ...(control ? [`  Control  ${url}/_forgery`] : []),
    `  World    seed ${seed}, ${tier}, ${spoken}, clock ${clock}`,
    '',
    ...tableOf(credentials),
    ...(first === undefined ? [] : ['', `  curl -H "PRIVATE-TOKEN: ${first.token}" ${url}/api/v4/projects`]),
    '',
    'Ctrl+C ends it.',
    '',
  ]
  return `${lines.join('\n')}\n`
}

function tableOf(credentials: readonly Credential[]): string[] {
  if (credentials.length === 0) return ['  Nobody in this world has a token.']
  const rows = [{ user: 'USER', token: 'TOKEN', who: 'WHO' }, ...credentials]
  const [user, token] = [widest(rows.map((row) => row.user)), widest(rows.map((row) => row.token))]
  return rows.map((row) => `  ${row.user.padEnd(user)}  ${row.token.padEnd(token)}  ${row.who}`)
}

function widest(texts: readonly string[]): number {
  return largest(texts.map(({ length }) => length))
}
