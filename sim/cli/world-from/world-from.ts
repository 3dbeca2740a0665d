import { randomUUID } from 'node:crypto'
import type { WorldDraft } from '../../index.ts'
import { withoutTokens } from '../../lib/secrets.ts'
import { failed, wrongUse } from '../failure.ts'
import type { WorldSettings } from '../options.ts'
import { Anonymiser, anonymised, rewriting } from './anonymise.ts'
import { Deployment } from './deployment.ts'
import { type ReadWorld, readProject } from './project.ts'

type From = Pick<WorldSettings, 'from' | 'project' | 'token' | 'anonymise' | 'seed'>

/** Reads a project of a deployment as a description that a simulator can begin with. Throws a CliFailure. */
export async function worldFrom({ from = '', project, token, anonymise, seed }: From): Promise<ReadWorld> {
  if (project === undefined) throw wrongUse('--from needs --project: its path, such as acme/webapp')
  const deployment = new Deployment(from, token)
  // Whoever knows the salt can try words; with --seed the same project gives the same world.
  const to = anonymise ? new Anonymiser(seed === undefined ? randomUUID() : String(seed)) : undefined
  const read = await readProject(deployment, project, to === undefined ? undefined : rewriting(to))
  const description = to === undefined ? read.description : anonymised(read.description, to)
  return await loadable({ ...read, description: withoutTokensIn(description) })
}

/** No text has what looks like a token of the service, whoever wrote it there; files are what they are. */
function withoutTokensIn<T>(description: T): T {
  return JSON.parse(
    JSON.stringify(description, (name, value: unknown) =>
      typeof value === 'string' && name !== 'pack' ? withoutTokens(value) : value,
    ),
  )
}

// Comments may stand on lines that nobody can find any more: they are kept without their places then.
async function loadable(read: ReadWorld): Promise<ReadWorld> {
  if ((await fault(read)) === undefined) return read
  const description = withoutPlaces(read.description)
  const left = [...read.left, 'the lines on which comments stand, since some cannot be found']
  const reason = await fault({ description, left })
  if (reason === undefined) return { description, left }
  throw failed(`--from: what was read makes no world: ${reason}`)
}

async function fault({ description }: ReadWorld): Promise<string | undefined> {
  const { createSimulator } = await import('../../index.ts')
  try {
    createSimulator({ world: description as unknown as WorldDraft })
    return undefined
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
}

function withoutPlaces<T>(description: T): T {
  return JSON.parse(
    JSON.stringify(description, (name, value: unknown) => (name === 'position' ? undefined : value)),
  )
}
