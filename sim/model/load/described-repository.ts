import type { ExternalDescription } from '../../../fixtures/schema.ts'
import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { ExternalHostKind } from '../external-import/external-host.ts'
import { ExternalHostRefusal, type ExternalRepository } from '../external-import/hosts/external-repository.ts'
import { importedCounts } from '../external-import/imported-counts.ts'
import type { OptionalStages } from '../external-import/optional-stages.ts'
import { loadSteps } from '../load.ts'
import { archiveSteps } from '../project-export/archive/write-archive.ts'
import type { World } from '../world.ts'

type Described = NonNullable<ExternalDescription['repositories']>[number]
type Gist = NonNullable<ExternalDescription['gists']>[number]

/** A repository of the hosts that the world describes. `wanted` is its number, or `KEY/slug`. */
export function describedRepository(
  world: World,
  host: ExternalHostKind,
  wanted: string,
  token: string,
  stages: OptionalStages,
): ExternalRepository {
  const entry = (): Described => {
    refuseToken(token)
    const found = entriesOf(world, host).find((candidate) => nameOf(candidate) === wanted.toLowerCase())
    if (found === undefined) throw new ExternalHostRefusal(404, '{"message":"Not Found"}')
    return found
  }
  return {
    about: () => {
      const { project, private: hidden = false } = entry()
      const { path } = project
      return {
        fullName: path,
        name: project.name ?? lastWord(path),
        private: hidden,
        bytes: bytesOf(project),
      }
    },
    *fetch(now) {
      const { path } = entry().project
      const known = yield* scratchOf(externalOf(world))
      const scratch = stages.events ? known : yield* withoutEvents(known)
      const project = scratch.projects.find('byFullPath', path.toLowerCase()) ?? missing()
      const wish = { description: null, withGroupMembers: false, tellsEpic: () => false }
      return {
        archive: yield* archiveSteps(scratch, project, wish, now),
        counts: importedCounts(scratch, project),
      }
    },
  }
}

/** The snippets of whoever the token belongs to: everybody has the same. */
export function describedGists(world: World, token: string): readonly Gist[] {
  refuseToken(token)
  return externalOf(world).gists ?? []
}

// A described host accepts or refuses a token by its name.
function refuseToken(token: string): void {
  if (token === '' || token.startsWith('invalid-'))
    throw new ExternalHostRefusal(401, '{"message":"Bad credentials"}')
  if (token.startsWith('limited-'))
    throw new ExternalHostRefusal(429, '{"message":"API rate limit exceeded"}')
}

function externalOf(world: World): ExternalDescription {
  return world.externalHosts.get(1)?.described ?? { people: [] }
}

function entriesOf(world: World, host: ExternalHostKind): readonly Described[] {
  return (externalOf(world).repositories ?? []).filter((entry) => entry.host === host)
}

function nameOf({ host, id, key, project }: Described): string {
  return host === 'extgit' ? String(id) : `${key ?? ''}/${lastWord(project.path)}`.toLowerCase()
}

function lastWord(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function bytesOf({ repository }: Described['project']): number {
  const changes = (repository?.commits ?? []).flatMap(({ changes: made = [] }) => made)
  return changes.reduce((sum, { text = '', base64 = '' }) => sum + text.length + base64.length, 0)
}

// A host tells what happened to issues and merge requests only where it is asked to.
function* withoutEvents(world: World): Steps<World> {
  const silent = world.fork()
  const pace = new Pace()
  yield* forEach(world.resourceEvents.all().list(), pace, ({ id }) => silent.resourceEvents.delete(id))
  yield* forEach(world.stateEvents.all().list(), pace, ({ id, action }) => {
    if (action !== 'created') silent.stateEvents.delete(id)
  })
  return silent
}

// Only who imports from these hosts pays for building them, and only once for each description.
const scratches = new WeakMap<ExternalDescription, World>()

function* scratchOf(external: ExternalDescription): Steps<World> {
  const known = scratches.get(external)
  if (known !== undefined) return known
  const projects = (external.repositories ?? []).map(({ project }) => project)
  const description = { version: 1, users: external.people, projects } as const
  const built = yield* loadSteps(description, { seed: 1, tier: 'free', url: '', start: 0 })
  scratches.set(external, built)
  return built
}

function missing(): never {
  throw new Error('a described repository is not in its own world')
}
