import { readCommit } from '../../git/objects.ts'
import { peel } from '../../git/revision.ts'
import { RecentOf } from '../../lib/recent/recent-of.ts'
import { withoutEnd } from '../../lib/trim.ts'
import type { Run } from '../../store/run.ts'
import { unionOf } from '../../store/union.ts'
import type { Instant } from '../../time/calendar.ts'
import { knownCommit, type ProjectCommit, projectCommit } from '../commits/project-commit.ts'
import { isReachable } from '../merge-requests/mergeability.ts'
import type { Project } from '../projects/project.ts'
import type { GitRefRow } from '../repository/git-objects.ts'
import { headOf, objectsOf, refNamed, refsUnder } from '../repository/repository.ts'
import type { World } from '../world.ts'

export interface Branch {
  /** Of its reference. */
  readonly id: string
  readonly project: Project
  readonly name: string
  readonly head: ProjectCommit
}

export interface TagRef {
  /** Of its reference. */
  readonly id: string
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
  const ref = refNamed(world, project, HEADS + name)
  return ref && branchAt(world, project, ref)
}

/** The branches of a project in the order of their names. */
export function branchesOf(world: World, project: Project): Branch[] {
  return refsUnder(world, project, HEADS)
    .list()
    .map((ref) => branchAt(world, project, ref))
}

/** The branch that a reference is: the same object again for as long as that and the row of the project are the same. */
export function branchAt(world: World, project: Project, ref: GitRefRow): Branch {
  const key = shownKey(ref)
  const known = shownBranches.get(project, key)
  if (known !== undefined) return known
  const name = ref.name.slice(HEADS.length)
  const branch = { id: ref.id, project, name, head: commitOf(world, project, ref.sha) }
  return shownBranches.add(project, key, branch, 1)
}

/** True when the default branch has everything that the branch has, and more. */
export function isMerged(world: World, { project, name, head }: Branch): boolean {
  const main = headOf(world, project, project.defaultBranch)
  return (
    main !== undefined &&
    name !== project.defaultBranch &&
    main !== head.id &&
    isReachable(world, head.id, main)
  )
}

export function tagNamed(world: World, project: Project, name: string): TagRef | undefined {
  const ref = refNamed(world, project, TAGS + name)
  return ref && tagAt(world, project, ref)
}

/** The tags of a project in the order of their names; those of anything but a commit are left out. */
export function tagsOf(world: World, project: Project): TagRef[] {
  return refsUnder(world, project, TAGS)
    .list()
    .map((ref) => tagAt(world, project, ref))
    .filter((tag) => tag !== undefined)
}

/** The same of a tag; undefined for one of anything but a commit. */
export function tagAt(world: World, project: Project, ref: GitRefRow): TagRef | undefined {
  const key = shownKey(ref)
  const known = shownTags.get(project, key)
  if (known !== undefined) return known
  const tag = readTag(world, project, ref)
  return tag && shownTags.add(project, key, tag, 1)
}

function readTag(world: World, project: Project, { id: refId, name, sha }: GitRefRow): TagRef | undefined {
  const objects = objectsOf(world)
  const id = peel(objects, sha, 'commit')
  if (id === undefined) return undefined
  const object = objects.get(sha)
  const tag = object?.type === 'tag' ? object : undefined
  const message = tag === undefined ? null : withoutEnd(tag.message, '\n')
  const taggedAt = tag === undefined ? null : tag.tagger.at
  return {
    id: refId,
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

/** References of a project that are kept as they were shown. */
const MOST_SHOWN = 10_000
const shownBranches = new RecentOf<Project, Branch>(MOST_SHOWN)
const shownTags = new RecentOf<Project, TagRef>(MOST_SHOWN)

function shownKey({ name, sha }: GitRefRow): string {
  return `${name} ${sha}`
}

export const HEADS = 'refs/heads/'
export const TAGS = 'refs/tags/'
const PREFIXES = { branch: HEADS, tag: TAGS } as const

type NamedRef = Pick<GitRefRow, 'name' | 'sha'>
