import { FLUSH, pktLine } from '../git/pack/pkt-line.ts'
import { repositoryOf } from '../model/repository/repository.ts'
import { fetchable, HIDDEN, headOf, peeled } from './references.ts'
import type { Session } from './service.ts'
import type { GitService } from './target.ts'

export const AGENT = 'agent=git/forgery'

const fetching = [
  'multi_ack_detailed',
  'no-done',
  'side-band-64k',
  'thin-pack',
  'ofs-delta',
  'shallow',
  'deepen-since',
  'deepen-not',
  'deepen-relative',
  'no-progress',
  'include-tag',
  'allow-tip-sha1-in-want',
  'allow-reachable-sha1-in-want',
]
const pushing = [
  'report-status',
  'delete-refs',
  'side-band-64k',
  'quiet',
  'atomic',
  'ofs-delta',
  'push-options',
]

/** The first answer to a client: the capabilities in version 2, all references in earlier versions. */
export function* advertisement(session: Session, service: GitService, version: 0 | 2): Generator<Uint8Array> {
  yield pktLine(`# service=${service}\n`)
  yield FLUSH
  if (version === 2) yield* capabilities()
  else yield* service === 'git-upload-pack' ? fetchableLines(session) : pushableLines(session)
  yield FLUSH
}

function* capabilities(): Generator<Uint8Array> {
  for (const line of ['version 2', AGENT, 'ls-refs=unborn', 'fetch=shallow', 'object-format=sha1'])
    yield pktLine(`${line}\n`)
}

function* fetchableLines({ world, project }: Session): Generator<Uint8Array> {
  const head = headOf(world, project)
  const symref = head === undefined ? [] : [`symref=HEAD:refs/heads/${project.defaultBranch}`]
  const lines: string[] = head === undefined ? [] : [`${head} HEAD`]
  for (const { name, id } of fetchable(world, project)) {
    lines.push(`${id} ${name}`)
    const end = peeled(world, id)
    if (end !== undefined) lines.push(`${end} ${name}^{}`)
  }
  yield* listed(lines, [...fetching, ...symref])
}

function* pushableLines({ world, project }: Session): Generator<Uint8Array> {
  const refs = repositoryOf(world, project)
    .refs.list('refs/')
    .filter(({ name }) => !HIDDEN.test(name))
  yield* listed(
    refs.map(({ name, id }) => `${id} ${name}`),
    pushing,
  )
}

// The capabilities follow the first reference; without references they have a line of their own.
function* listed(lines: readonly string[], names: readonly string[]): Generator<Uint8Array> {
  const [first = `${'0'.repeat(40)} capabilities^{}`, ...rest] = lines
  yield pktLine(`${first}\0${[...names, 'object-format=sha1', AGENT].join(' ')}\n`)
  for (const line of rest) yield pktLine(`${line}\n`)
}
