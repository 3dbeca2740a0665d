import { commitStatusEntity } from '../../entities/commit-status.ts'
import { settle } from '../../jobs/settle.ts'
import { referencesTo } from '../../model/branches/branches.ts'
import { statusesOf, statusStates, tellStatus, WrongTransition } from '../../model/commits/commit-statuses.ts'
import type { Pipeline } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/own-content.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { invalid, message, notFound } from '../../protocol/refusal.ts'

const sha = required(string({ about: 'Commit, branch or tag' }))

export const listCommitStatuses = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/statuses',
    summary: 'What CI says of a commit',
    auth: 'public',
    subject: 'project',
    needs: 'read_builds',
    params: {
      sha,
      ref: string({ about: 'Branch or tag' }),
      name: string(),
      all: withDefault(boolean({ about: 'Also those that later ones replaced' }), false),
    },
    dotted: ['sha'],
    answers: { many: commitStatusEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const { ref, name, all } = params
    const statuses = statusesOf(world, project, statusCommit(world, project, params.sha))
    return listed(
      statuses.filter(
        (status) =>
          (all || !status.retried) && (!ref || status.ref === ref) && (!name || status.name === name),
      ),
    )
  },
)

export const createCommitStatus = operation(
  {
    method: 'POST',
    path: '/projects/:id/statuses/:sha',
    summary: 'Tell what a CI system elsewhere says of a commit',
    subject: 'project',
    needs: 'create_commit_status',
    params: {
      sha,
      state: required(oneOf(statusStates)),
      ref: string({ about: 'Branch or tag; the first branch that has the commit unless said' }),
      target_url: string(),
      description: string(),
      name: string({ about: '`default` unless said' }),
      context: string({ about: 'Another word for `name`' }),
      coverage: string({ about: 'A number' }),
      pipeline_id: integer({ about: 'Of several pipelines for the commit, the one that is meant' }),
    },
    dotted: ['sha'],
    answers: { status: 201, one: commitStatusEntity },
    beyond: true,
  },
  ({ world, caller, project, params, now }) => {
    const sha = statusCommit(world, project, params.sha)
    const pipeline = pipelineFor(world, project, sha, params)
    const ref = params.ref || pipeline?.ref || referencesTo(world, project, sha)[0]?.name
    if (ref === undefined) throw notFound('References for commit')
    const { state, target_url: targetUrl, description } = params
    const told = {
      project,
      user: caller.user as User,
      sha,
      ref,
      state: state ?? 'pending',
      targetUrl,
      description,
      pipeline,
    }
    const name = params.name || params.context || 'default'
    const coverage = percentage(params.coverage)
    return possible(() => {
      const moved = tellStatus(world, { ...told, name, coverage }, now)
      settle(world, moved.pipeline, now)
      return moved.status
    })
  },
)

function percentage(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  if (!/^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text)) throw invalid('coverage is invalid')
  return Number(text)
}

interface Meant {
  readonly ref?: string | null | undefined
  readonly pipeline_id?: number | null | undefined
}

function pipelineFor(
  world: World,
  project: Project,
  sha: string,
  { ref, pipeline_id: id }: Meant,
): Pipeline | undefined {
  const pipelines = world.pipelines.by('bySha', project.id, sha).list()
  const meant = pipelines.filter(
    (pipeline) => (!ref || pipeline.ref === ref) && (id == null || pipeline.id === id),
  )
  return meant.at(-1)
}

function statusCommit(world: World, project: Project, revision: string | null): string {
  const id = commitNamed(world, project, revision ?? '')
  if (id === undefined) throw notFound('Commit')
  return id
}

function possible<T>(rule: () => T): T {
  try {
    return rule()
  } catch (problem) {
    if (!(problem instanceof WrongTransition)) throw problem
    const { event, from } = problem
    throw message(
      400,
      `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`,
    )
  }
}
