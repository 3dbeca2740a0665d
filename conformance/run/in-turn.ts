import { type ChangeId, type Dialect, isInForce } from '../../sim/contract.ts'
import type { Reply } from '../kit/client.ts'

/** What is done one at a time from some release on, and the refusal of another while one goes on. */
interface OneAtATime {
  readonly since: ChangeId
  readonly refuses: (reply: Reply) => boolean
}

const exportOfVulnerabilities: OneAtATime = {
  since: 'vulnerability-exports#later-one-at-a-time',
  refuses: ({ status, text }) => status === 429 && text.includes('already in progress'),
}

const exportOfProject: OneAtATime = {
  since: 'project-export#later-once',
  refuses: ({ status, text }) => status === 400 && text.includes('already running or queued'),
}

const oneAtATime: { readonly [operation: string]: OneAtATime } = {
  'POST /security/projects/:id/vulnerability_exports': exportOfVulnerabilities,
  'POST /security/groups/:id/vulnerability_exports': exportOfVulnerabilities,
  'POST /security/vulnerability_exports': exportOfVulnerabilities,
  'POST /projects/:id/export': exportOfProject,
}

/** How an operation refuses to begin what it does one at a time; undefined where no accepted release does so. */
export function refusalInTurn(
  operation: string,
  accepts: readonly Dialect[],
): OneAtATime['refuses'] | undefined {
  const rule = Object.hasOwn(oneAtATime, operation) ? oneAtATime[operation] : undefined
  if (rule === undefined || !accepts.some((dialect) => isInForce(rule.since, dialect))) return undefined
  return rule.refuses
}
