import { readCommit } from '../../git/objects.ts'
import { branchHead } from '../../git/repository.ts'
import { peel } from '../../git/revision.ts'
import { withoutEnd } from '../../lib/trim.ts'
import type { Run } from '../../store/run.ts'
import { unionOf } from '../../store/union.ts'
import type { Instant } from '../../time/calendar.ts'
import { knownCommit, type ProjectCommit, projectCommit } from '../commits/project-commit.ts'
import { isReachable } from '../merge-requests/mergeability.ts'
import type { Project } from '../projects/project.ts'
import type { GitRefRow } from '../repository/git-objects.ts'
import { objectsOf, refsUnder, repositoryOf } from '../repository/repository.ts'
import type { World } from '../world.ts'

export interface Branch {
  readonly project: Project
  readonly name: string
  readonly head: ProjectCommit
}

export interface TagRef {
  readonly project: Project
  readonly name: string
  /** The tag object of an annotated tag, else the commit. */
  readonly target: string
  readonly message: string | null
  /** When an annotated tag was made; git records no time for others. */
  readonly taggedAt: Instant | null
  readonly commit: ProjectCommit
}

export function commitOf(world: World, project: Project, id: string): ProjectCommit {
  return knownCommit(project, id) ?? projectCommit(project, { id, commit: readCommit(objectsOf(world), id) })
}

export function branchNamed(world: World, project: Project, name: string): Branch | undefined {
  const id = branchHead(repositoryOf(world, project), name)
  return id === undefined ? undefined : { project, name, head: commitOf(world, project, id) }
}

/** The branches of a project in the order of their names. */
export function branchesOf(world: World, project: Project): Branch[] {
  return repositoryOf(world, project)
    .refs.list(HEADS)
    .map(({ name, id }) => branchAt(world, project, { name, sha: id }))
}

/** The branch that a reference is. */
export function branchAt(world: World, project: Project, { name, sha }: NamedRef): Branch {
  return { project, name: name.slice(HEADS.length), head: commitOf(world, project, sha) }
}

/** True when the default branch has everything that the branch has, and more. */
export function isMerged(world: World, { project, name, head }: Branch): boolean {
  const main = branchHead(repositoryOf(world, project), project.defaultBranch)
  return (
    main !== undefined &&
    name !== project.defaultBranch &&
    main !== head.id &&
    isReachable(world, head.id, main)
  )
}

export function tagNamed(world: World, project: Project, name: string): TagRef | undefined {
  const target = repositoryOf(world, project).refs.get(TAGS + name)
  return target === undefined ? undefined : tagAt(world, project, { name: TAGS + name, sha: target })
}

/** The tags of a project in the order of their names; those of anything but a commit are left out. */
export function tagsOf(world: World, project: Project): TagRef[] {
  return repositoryOf(world, project)
    .refs.list(TAGS)
    .map(({ name, id }) => tagAt(world, project, { name, sha: id }))
    .filter((tag) => tag !== undefined)
}

/** The tag that a reference is; undefined for one of anything but a commit. */
export function tagAt(world: World, project: Project, { name, sha }: NamedRef): TagRef | undefined {
  const objects = objectsOf(world)
  const id = peel(objects, sha, 'commit')
  if (id === undefined) return undefined
  const object = objects.get(sha)
  const tag = object?.type === 'tag' ? object : undefined
  const message = tag === undefined ? null : withoutEnd(tag.message, '\n')
  const taggedAt = tag === undefined ? null : tag.tagger.at
  return {
    project,
    name: name.slice(TAGS.length),
    target: sha,
    message,
    taggedAt,
    commit: commitOf(world, project, id),
  }
}

export const referenceTypes = ['branch', 'tag'] as const

/** A branch or tag that a commit is reachable from. */
export interface Reference {
  readonly type: (typeof referenceTypes)[number]
  readonly name: string
}

/** Of references with more targets each is looked at. */
const MOST_TARGETS = 50

/** The branches or tags that have a commit in their history, by name: a run where they have few targets. */
export function referencesTo(
  world: World,
  project: Project,
  id: string,
  type: Reference['type'],
): Run<GitRefRow> | Iterable<GitRefRow> {
  const kind = type === 'branch' ? 'heads' : 'tags'
  const hasCommit = (sha: string) => {
    const commit = type === 'branch' ? sha : peel(objectsOf(world), sha, 'commit')
    return commit !== undefined && isReachable(world, id, commit)
  }
  const targets = world.gitRefs.by('byTarget', project.id, kind).heads(MOST_TARGETS) as string[] | undefined
  if (targets === undefined) return passing(refsUnder(world, project, PREFIXES[type]).ascending(), hasCommit)
  return unionOf(targets.filter(hasCommit).map((sha) => world.gitRefs.by('byTarget', project.id, kind, sha)))
}

function* passing(refs: Iterable<GitRefRow>, hasCommit: (sha: string) => boolean): Generator<GitRefRow> {
  for (const ref of refs) if (hasCommit(ref.sha)) yield ref
}

/** The name of the first of these, branches before tags. */
export function firstReference(world: World, project: Project, id: string): string | undefined {
  for (const type of referenceTypes) {
    const found = referencesTo(world, project, id, type)
    for (const ref of 'ascending' in found ? found.ascending() : found) return referenceOf(type, ref).name
  }
  return undefined
}

/** A branch or tag as a reference. */
export function referenceOf(type: Reference['type'], { name }: NamedRef): Reference {
  return { type, name: name.slice(PREFIXES[type].length) }
}

export const HEADS = 'refs/heads/'
export const TAGS = 'refs/tags/'
const PREFIXES = { branch: HEADS, tag: TAGS } as const

type NamedRef = Pick<GitRefRow, 'name' | 'sha'>
