import { linksOf } from '../../git/links.ts'
import { type ObjectStore, typeOf } from '../../git/objects.ts'
import type { Json } from '../../lib/json.ts'
import type { World } from '../world.ts'

/** By table, the ways to the columns in which its rows name git objects. */
type Columns = { readonly [table: string]: readonly string[] }

/** What is named here is there as long as the row is: whoever reads the row relies on that. */
const relied: Columns = {
  gitRefs: ['sha'],
  mergeRequests: ['sha', 'baseSha', 'startSha', 'mergeCommitSha', 'squashCommitSha', 'autoMerge.sha'],
  mergeRequestVersions: ['headSha', 'baseSha', 'startSha'],
  pipelines: ['sha'],
  releases: ['sha'],
}

const position = ['position.baseSha', 'position.startSha', 'position.headSha']

/** What is named here is kept as well, and may be missing in what came from elsewhere. Numbers name something else. */
const shown: Columns = {
  pipelines: ['beforeSha'],
  contextCommits: ['sha'],
  commitStatuses: ['sha'],
  deployments: ['sha'],
  statusCheckResponses: ['sha'],
  notes: ['noteableId', 'commitId', ...position],
  draftNotes: ['commitId', ...position],
  suggestions: ['commitSha'],
}

/**
 * The ids by which rows name git objects: what they lead to stays without a branch or a tag too, as at the service, which
 * keeps commits that merge requests, pipelines, deployments and notes refer to. Events tell of commits that may be gone.
 */
export function* namedObjects(world: World): Generator<unknown> {
  for (const columns of [relied, shown])
    for (const [table, ways] of Object.entries(columns))
      for (const row of world.table(table)?.all().ascending() ?? [])
        for (const way of ways) yield at(row, way)
  for (const name of ['jobs', 'waitingJobs'] as const)
    for (const { args } of world[name].all().ascending()) yield* idsIn(args)
}

/** What a row relies on and is not there: the way to the name, and what it should be. */
export function missingObject(
  objects: ObjectStore,
  table: string,
  row: object,
): { readonly way: string; readonly wanted: string } | undefined {
  if (table === 'gitObjects') return missingLink(objects, at(row, 'id'))
  // A pipeline of a ref that has no commit has an id all the same.
  if (at(row, 'commitless') === true) return undefined
  for (const way of relied[table] ?? []) {
    const id = at(row, way)
    const type = typeof id === 'string' ? typeOf(objects, id) : 'commit'
    if (id == null || type === 'commit' || (table === 'gitRefs' && type !== undefined)) continue
    return { way, wanted: `the id of a ${table === 'gitRefs' ? 'git object' : 'commit'} that is there` }
  }
  return undefined
}

function missingLink(objects: ObjectStore, id: unknown): ReturnType<typeof missingObject> {
  const object = objects.get(id as string)
  const lacking = object && linksOf(object).find((link) => typeOf(objects, link.id) !== link.type)
  return (
    lacking && { way: 'object', wanted: `made of what is there: there is no ${lacking.type} ${lacking.id}` }
  )
}

function at(row: object, way: string): unknown {
  let value: unknown = row
  for (const name of way.split('.'))
    value = (value as { readonly [name: string]: unknown } | null | undefined)?.[name]
  return value
}

// What work for later is about is its own affair.
function* idsIn(args: Json): Generator<string> {
  if (typeof args === 'string') yield* args.match(/[0-9a-f]{40}/g) ?? []
  else if (typeof args === 'object' && args !== null)
    for (const inner of Object.values(args)) yield* idsIn(inner)
}
