import { pipelineDetailEntity } from '../../entities/pipeline-ref.ts'
import { startPipeline } from '../../jobs/start-pipeline.ts'
import type { PipelineVariable } from '../../model/pipelines/ci.ts'
import type { Project } from '../../model/projects/project.ts'
import { projectAt } from '../../model/projects/project-paths.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { callerFor } from '../../policy/caller.ts'
import { operation } from '../../protocol/operation.ts'
import { nonBlankString, object, required, string } from '../../protocol/params.ts'
import { forbidden, message, notFound } from '../../protocol/refusal.ts'
import { refuseInvalidRowOf } from '../../protocol/refuse-invalid-row.ts'
import type { Instant } from '../../time/calendar.ts'

export const triggerPipeline = trigger('', 'Trigger a pipeline with a trigger token or a job token')
export const triggerPipelineOfRef = trigger(
  '/ref/:ref',
  'Trigger a pipeline of the branch or tag in the path',
)

/** The token is the only credential; the pipeline runs as the owner of the trigger, or as the user of the job. */
function trigger(of: '' | '/ref/:ref', summary: string) {
  return operation(
    {
      method: 'POST',
      path: `/projects/:id${of}/trigger/pipeline`,
      summary,
      auth: 'none',
      params: {
        id: required(string({ about: 'ID or path of the project' })),
        ref: required(nonBlankString({ about: 'Branch or tag' })),
        token: required(string({ about: 'Pipeline trigger token, or token of a running job' })),
        variables: object({ about: 'Variables of the pipeline: texts by name' }),
      },
      answers: { status: 201, one: pipelineDetailEntity },
      refuses: [400, 401, 403, 404],
      beyond: true,
    },
    function* ({ world, request, params, now }) {
      // A webhook for pipelines must not start pipelines without end.
      if (request.headers['x-gitlab-event'] === 'Pipeline Hook') throw forbidden()
      const { ref = '', token } = params
      const texts = textsOf(params.variables ?? {})
      const project = projectNamed(world, params.id ?? '')
      if (project === undefined) throw notFound()
      const starter = byTrigger(world, project, token ?? '', now) ?? byJob(world, project, token ?? '', now)
      if (starter === undefined) throw notFound()
      const { situation, source } = starter
      const payload = { ref, id: params.id, variables: params.variables ?? {} }
      const variables: PipelineVariable[] = [
        ...Object.entries(texts).map(([key, value]) => ({ key, value })),
        { key: 'TRIGGER_PAYLOAD', value: JSON.stringify(payload), type: 'file' },
      ]
      return yield* refuseInvalidRowOf(startPipeline(situation, project, { ref, source, variables }))
    },
  )
}

function textsOf(variables: { readonly [name: string]: unknown }): { readonly [name: string]: string } {
  if (!Object.values(variables).every((value) => typeof value === 'string'))
    throw message(400, 'variables needs to be a map of key-valued strings')
  return variables as { readonly [name: string]: string }
}

function projectNamed(world: World, named: string): Project | undefined {
  return /^\d{1,15}$/.test(named) ? world.projects.get(Number(named)) : projectAt(world, named)
}

interface Starter {
  readonly situation: Situation
  readonly source: string
}

function byTrigger(world: World, project: Project, token: string, now: Instant): Starter | undefined {
  const found = world.triggers.find('byToken', token)
  if (found?.projectId !== project.id) return undefined
  world.triggers.update(found.id, { lastUsedAt: now })
  const caller = callerFor(world.users.require(found.ownerId))
  return { situation: { world, caller, now }, source: 'trigger' }
}

function byJob(world: World, project: Project, value: string, now: Instant): Starter | undefined {
  const token = world.tokens.find('byValue', value)
  if (token?.kind !== 'job' || token.userId === null) return undefined
  if (world.ciJobs.get(token.jobId ?? 0)?.status !== 'running') throw message(401, 'Job is not running')
  const situation = { world, caller: { ...callerFor(world.users.require(token.userId)), token }, now }
  return can(situation, 'read_project', project) ? { situation, source: 'pipeline' } : undefined
}
