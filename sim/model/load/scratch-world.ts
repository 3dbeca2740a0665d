import type { ExternalDescription } from '../../../fixtures/schema.ts'
import { type Exchange, fetchRemote } from '../../git/remote.ts'
import { branchHead } from '../../git/repository.ts'
import { utf8 } from '../../lib/bytes.ts'
import { sha1Hex } from '../../lib/hash.ts'
import type { CallOut } from '../../lib/outbound.ts'
import { parseTime } from '../../time/calendar.ts'
import { addNote } from '../discussions/notes.ts'
import { ExternalHostRefusal, type FetchedRepository } from '../external-import/hosts/external-repository.ts'
import { loadWorld } from '../load.ts'
import { openMergeRequest } from '../merge-requests/merge-requests.ts'
import { repositoryOf } from '../repository/repository.ts'
import type { World } from '../world.ts'

type Project = NonNullable<ExternalDescription['repositories']>[number]['project']

/** A project of another host as a world description, and the address of its repository. */
export interface ExternalProject {
  readonly project: Omit<Project, 'path' | 'createdAt'>
  readonly createdAt: string
  readonly defaultBranch: string
  readonly cloneUrl: string
  /** The `Authorization` header for git. */
  readonly authorization: string
  readonly pulls: readonly ExternalMergeRequest[]
}

/** A merge request of another host. */
export interface ExternalMergeRequest {
  readonly title: string
  readonly description: string | null
  readonly source: string
  readonly target: string
  readonly state: 'opened' | 'closed' | 'merged'
  readonly at: string
  readonly labels: readonly string[]
  readonly milestone: string | null
  readonly notes: readonly { readonly body: string; readonly at: string }[]
}

/** The user of the scratch world who stands for everybody on the other host. */
export const EXTERNAL_USER = 'source'

/**
 * Builds a world that holds nothing but the project. Throws an ExternalHostRefusal where its repository cannot be
 * had.
 */
export function buildScratchWorld(told: ExternalProject, callOut: CallOut): FetchedRepository {
  const path = `${EXTERNAL_USER}/import`
  const { createdAt } = told
  const world = loadWorld(
    {
      version: 1,
      users: [{ username: EXTERNAL_USER, name: 'Source', createdAt }],
      projects: [{ ...told.project, path, createdAt }],
    },
    { seed: 1, tier: 'free', url: '', start: 0 },
  )
  const found = world.projects.find('byFullPath', path)
  if (found === undefined) throw new Error('a project is not in its own world')
  const project = world.projects.update(found.id, { defaultBranch: told.defaultBranch })
  const { objects, refs } = repositoryOf(world, project)
  for (const { name, id } of fetchRemote(exchangeWith(told, callOut), objects)) refs.set(name, id)
  for (const pull of told.pulls) openPull({ world, project }, pull)
  return { world, project }
}

function exchangeWith({ cloneUrl, authorization }: ExternalProject, callOut: CallOut): Exchange {
  return (method, path, body) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/x-git-upload-pack-request' }
    const headers = { Authorization: authorization, ...type }
    const call = { method, url: `${cloneUrl}${path}`, headers, atMost: 200 * 1024 * 1024 }
    const reply = callOut(body === undefined ? call : { ...call, body })
    if (!reply.reached) throw new ExternalHostRefusal(undefined, reply.message)
    if (reply.status !== 200) throw new ExternalHostRefusal(reply.status, `the repository cannot be fetched`)
    return reply.body
  }
}

// A merge request whose branches are gone has nothing to show.
function openPull({ world, project }: FetchedRepository, pull: ExternalMergeRequest): void {
  const repository = repositoryOf(world, project)
  const { source, target } = pull
  const gone = [source, target].some((branch) => branchHead(repository, branch) === undefined)
  const author = world.users.find('byUsername', EXTERNAL_USER)
  if (gone || source === target || author === undefined) return
  const at = parseTime(pull.at) ?? project.createdAt
  // Two of the same branches may follow one another, since only one of them is open at a time.
  const ended = pull.state === 'opened' ? {} : { state: pull.state }
  const opened = openMergeRequest(
    world,
    {
      source: project,
      target: project,
      sourceBranch: source,
      targetBranch: target,
      authorId: author.id,
      values: {
        ...plain,
        title: pull.title,
        description: pull.description,
        ...carried(world, project.id, pull),
      },
    },
    at,
  )
  const merged = pull.state === 'merged' ? { mergedAt: at, mergedById: author.id } : {}
  const closed = pull.state === 'closed' ? { closedAt: at, closedById: author.id } : {}
  const row = world.mergeRequests.update(opened.id, { ...ended, ...merged, ...closed })
  for (const [i, note] of pull.notes.entries()) {
    const discussionId = sha1Hex(utf8(`${row.id} ${i}`))
    const noted = { author, body: note.body, internal: false, discussionId }
    addNote(world, { kind: 'MergeRequest', row }, noted, parseTime(note.at) ?? at)
  }
}

const plain = {
  assigneeIds: [],
  reviewerIds: [],
  squash: false,
  removeSourceBranch: null,
  allowCollaboration: false,
  discussionLocked: null,
  approvalsBeforeMerge: null,
}

function carried(world: World, projectId: number, { labels, milestone }: ExternalMergeRequest) {
  const labelIds = world.labels.by('byProject', projectId).list()
  const milestones = world.milestones.by('byProject', projectId).list()
  return {
    labelIds: labelIds.filter(({ title }) => labels.includes(title)).map(({ id }) => id),
    milestoneId: milestones.find(({ title }) => title === milestone)?.id ?? null,
  }
}
