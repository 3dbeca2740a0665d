import { project as anotherProject } from '../../arrange/records.ts'
import { numberIn, textIn, textsIn } from '../../kit/expect.ts'
import type { ProjectRecord } from '../../oracle/projects.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

interface Sketch {
  readonly path: string
  readonly name: string
  readonly own?: true
  readonly visibility: 'private' | 'internal' | 'public'
  readonly words: string
  readonly topics?: readonly string[]
  readonly issues?: ProjectRecord['issues']
  readonly mergeRequests?: ProjectRecord['mergeRequests']
  readonly archived?: true
  readonly starredBy?: readonly ('owner' | 'developer' | 'stranger')[]
}

/** Projects that differ in everything that a filter looks at. */
const sketches: readonly Sketch[] = [
  {
    path: 'alpha-one',
    name: 'Alpha One',
    visibility: 'private',
    words: 'first alpha',
    topics: ['ruby', 'web'],
    starredBy: ['owner'],
  },
  {
    path: 'beta',
    name: 'Zeta',
    visibility: 'public',
    words: 'second one',
    topics: ['web'],
    issues: 'disabled',
    starredBy: ['developer', 'owner', 'stranger'],
  },
  { path: 'gamma', name: 'Gamma', visibility: 'internal', words: 'alpha and first', archived: true },
  {
    path: 'delta',
    name: 'alpha two',
    visibility: 'public',
    words: 'third',
    topics: ['Ruby'],
    issues: 'private',
    mergeRequests: 'disabled',
  },
  {
    path: 'epsilon',
    name: 'Epsilon',
    visibility: 'public',
    words: 'ab',
    topics: ['ruby'],
    mergeRequests: 'private',
    archived: true,
  },
]

const own: Sketch = {
  path: 'own',
  name: 'Own',
  own: true,
  visibility: 'private',
  words: 'first of mine',
  topics: ['web', 'mine'],
}
const inGroup = { owner: 50, maintainer: 40, developer: 30, reporter: 20, guest: 10 }

/** A word that only the projects of this stage have in their descriptions. */
export function tokenOf(stage: Stage): string {
  return stage.prefix
}

/** Makes them all; the project of the stage is one more. */
export async function sampleProjects(stage: Stage): Promise<readonly ProjectRecord[]> {
  const made: { readonly id: number; readonly sketch: Sketch }[] = []
  for (const sketch of [...sketches, own]) made.push({ id: await madeProject(stage, sketch), sketch })
  for (const { id, sketch } of made)
    if (sketch.archived) expectArranged(await stage.call('POST /projects/:id/archive', { id }))
  const stageProject: Sketch = { path: 'project', name: 'The project', visibility: 'private', words: '' }
  return Promise.all(
    [{ id: stage.project.id, sketch: stageProject }, ...made].map(({ id, sketch }) =>
      recordOf(stage, id, sketch),
    ),
  )
}

// What is not in the throw-away group stands beside the projects of others.
function nameOf({ prefix }: Stage, { own, name }: Sketch): string {
  return own ? `${name} ${prefix}` : name
}

async function madeProject(stage: Stage, sketch: Sketch): Promise<number> {
  const { path, visibility, words, topics = [], issues = 'enabled', mergeRequests = 'enabled' } = sketch
  const row = await anotherProject(stage, sketch.own ? `${stage.prefix}-${path}` : path, {
    name: nameOf(stage, sketch),
    description: `${tokenOf(stage)} ${words}`,
    visibility,
    topics,
    issues_access_level: issues,
    merge_requests_access_level: mergeRequests,
    ...(sketch.own ? {} : { namespace_id: stage.group.id }),
  })
  const id = numberIn(row, 'id')
  for (const as of starrers(stage, sketch))
    arranged(await stage.call('POST /projects/:id/star', { id }, { as }))
  return id
}

/** Those of them who are there. */
function starrers(stage: Stage, { starredBy = [] }: Sketch) {
  return starredBy.filter((who) => who === 'owner' || stage.has(who))
}

async function recordOf(stage: Stage, id: number, sketch: Sketch): Promise<ProjectRecord> {
  const row = arranged(await stage.call('GET /projects/:id', { id }))
  return {
    id,
    name: nameOf(stage, sketch),
    path: sketch.own ? `${stage.prefix}-${sketch.path}` : sketch.path,
    fullPath: textIn(row, 'path_with_namespace'),
    fullName: textIn(row, 'name_with_namespace'),
    description: sketch.words === '' ? null : `${tokenOf(stage)} ${sketch.words}`,
    visibility: sketch.visibility,
    archived: sketch.archived === true,
    // The target may have one of them already, in another case of letters.
    topics: textsIn(row, 'topics'),
    issues: sketch.issues ?? 'enabled',
    mergeRequests: sketch.mergeRequests ?? 'enabled',
    lastActivity: textIn(row, 'last_activity_at'),
    levels: sketch.own ? { owner: 50 } : inGroup,
    starredBy: starrers(stage, sketch),
  }
}

/** False where an installation shows users to nobody who is not signed in, as it does without public projects. */
export async function showsUsersToAll(stage: Stage): Promise<boolean> {
  const { id } = stage.user('owner')
  return (await stage.call('GET /users/:id', { id }, { as: 'anonymous' })).status === 200
}
