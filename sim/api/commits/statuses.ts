import { commitStatusEntity } from '../../entities/commit-status.ts'
import { settlePipeline } from '../../jobs/settle-pipeline.ts'
import { firstReference } from '../../model/branches/branches.ts'
import {
  commitStatusesOf,
  InvalidTransition,
  setCommitStatus,
  statusStates,
} from '../../model/commits/commit-statuses.ts'
import type { Pipeline } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { mayMerge } from '../../policy/branches.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { forbidden, invalid, invalidModel, message, notFound } from '../../protocol/refusal.ts'

/** The stage of what is set by others than runners. */
const EXTERNAL = 'external'

const sha = required(string({ about: 'Commit, branch or tag' }))

export const listCommitStatuses = operation(
  {
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/statuses',
    summary: 'List the statuses of a commit',
    subject: 'project',
    needs: 'read_commit_statuses',
    params: {
      sha,
      ref: string({ about: 'Branch or tag' }),
      stage: string({ about: 'Statuses of external services are in the stage `external`' }),
      name: string(),
      all: withDefault(boolean({ about: 'Includes statuses that later ones replaced' }), false),
    },
    dotted: ['sha'],
    answers: { many: commitStatusEntity },
    beyond: true,
  },
  ({ world, project, params }) => {
    const { ref, stage, name, all } = params
    const statuses = commitStatusesOf(world, project, statusCommit(world, project, params.sha))
    return listingOf(
      statuses.filter(
        (status) =>
          (all || !status.retried) &&
          (!ref || status.ref === ref) &&
          (!stage || stage === EXTERNAL) &&
          (!name || status.name === name),
      ),
    )
  },
)

export const createCommitStatus = operation(
  {
    method: 'POST',
    path: '/projects/:id/statuses/:sha',
    summary: 'Create a commit status',
    subject: 'project',
    needs: 'create_commit_status',
    params: {
      sha,
      state: required(oneOf(statusStates)),
      ref: string({ about: 'Branch or tag; by default the first branch that contains the commit' }),
      target_url: string(),
      description: string(),
      name: string({ about: 'Name of the status; `default` by default' }),
      context: string({ about: 'Alias of `name`' }),
      coverage: string({ about: 'Code coverage in percent, a number' }),
      pipeline_id: integer({ about: 'ID of the pipeline, if the commit has several' }),
    },
    dotted: ['sha'],
    answers: { status: 201, one: commitStatusEntity },
    beyond: true,
  },
  ({ world, caller, project, params, now, view }) => {
    const sha = statusCommit(world, project, params.sha)
    const pipeline = pipelineFor(world, project, sha, params)
    const ref = params.ref || pipeline?.ref || firstReference(world, project, sha)
    if (ref === undefined) throw notFound('References for commit')
    // Who may not update a protected branch may not move its pipelines either.
    if (!mayMerge(view.situation, project, ref)) throw forbidden()
    const { state, target_url: targetUrl, description } = params
    if (targetUrl && !/^https?:/i.test(targetUrl))
      throw invalidModel({ target_url: ['is blocked: Only allowed schemes are http, https'] })
    const values = {
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
    return refuseWrongTransition(() => {
      const moved = setCommitStatus(world, { ...values, name, coverage }, now)
      settlePipeline(world, moved.pipeline, now)
      return moved.status
    })
  },
)

function percentage(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  if (!/^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text)) throw invalid('coverage is invalid')
  return Number(text)
}

interface PipelineChoice {
  readonly ref?: string | null | undefined
  readonly pipeline_id?: number | null | undefined
}

function pipelineFor(
  world: World,
  project: Project,
  sha: string,
  { ref, pipeline_id: id }: PipelineChoice,
): Pipeline | undefined {
  const { pipelines } = world
  if (id == null)
    return (
      ref ? pipelines.by('byShaRef', project.id, sha, ref) : pipelines.by('bySha', project.id, sha)
    ).last()
  const named = pipelines.get(id)
  const isOf = named?.projectId === project.id && named.sha === sha && (!ref || named.ref === ref)
  return isOf ? named : undefined
}

function statusCommit(world: World, project: Project, revision: string | null): string {
  const id = commitNamed(world, project, revision ?? '')
  if (id === undefined) throw notFound('Commit')
  return id
}

function refuseWrongTransition<T>(rule: () => T): T {
  try {
    return rule()
  } catch (problem) {
    if (!(problem instanceof InvalidTransition)) throw problem
    const { event, from } = problem
    throw message(
      400,
      `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`,
    )
  }
}
