import { project as anotherProject, commit } from '../../arrange/records.ts'
import {
  assignJob,
  createTaggedJob,
  enable,
  reportJob,
  requestJob,
  requestJobInTime,
  runner,
} from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, numberIn, rowIn, textIn } from '../../kit/expect.ts'
import type { Json } from '../../kit/json.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const list = 'GET /runners/:id/jobs'

const request = 'POST /jobs/request'

const update = 'PUT /jobs/:id'

/** A tag that no other runner has. */
const tagOf = (stage: Stage) => `${stage.prefix}-tag`

export const jobs = check({
  id: 'runners/jobs',
  says: 'The jobs of a runner are listed by ascending ID unless `order_by` is sent, and filtered by `status`',
  source: 'runners#jobs-rows, runners#jobs-order, runners#jobs-status',
  level: 'must',
  covers: [list, request, update],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    const jobs = []
    for (const [name, state] of [
      ['one', 'success'],
      ['two', 'failed'],
      ['three', 'success'],
    ] as const) {
      const job = await assignJob(stage, made, tag, name)
      answers(await reportJob(stage, job, { state }), 200)
      jobs.push({ id: job.id, state })
    }
    const ids = async (params: { readonly [name: string]: string }) => {
      const reply = await stage.call(list, { id: made.id, ...params })
      return reply.rows().map((row) => numberIn(row, 'id'))
    }
    const upwards = jobs.map(({ id }) => id)
    equals('without an order', await ids({}), upwards)
    equals('a direction alone', await ids({ sort: 'desc' }), upwards)
    equals('by id', await ids({ order_by: 'id' }), [...upwards].reverse())
    equals('by id upwards', await ids({ order_by: 'id', sort: 'asc' }), upwards)
    for (const status of ['success', 'failed', 'running', 'canceled'])
      equals(
        `those with status ${status}`,
        await ids({ status }),
        jobs.filter(({ state }) => state === status).map(({ id }) => id),
      )
    answers(await stage.call(list, { id: made.id, status: 'done' }), 400, {
      error: 'status does not have a valid value',
    })
  },
})

export const jobFields = check({
  id: 'runners/job-fields',
  says: 'A job in the list of a runner shows its status and times, its user, commit, pipeline and project',
  source: 'runners#job-form, runners#job-duration',
  level: 'must',
  covers: [list],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    const handedOut = await assignJob(stage, made, tag, 'shown')
    answers(await reportJob(stage, handedOut, { state: 'failed', failure_reason: 'script_failure' }), 200)
    const reply = await stage.call(list, { id: made.id })
    const [job = {}] = reply.rows()
    has(
      job,
      { id: handedOut.id, status: 'failed', name: 'shown', stage: 'test', ref: 'ci-shown', tag: false },
      reply,
    )
    names(job, ['coverage', 'created_at', 'started_at', 'finished_at', 'duration', 'user', 'commit'], reply)
    has(rowIn(job, 'pipeline'), { id: handedOut.pipeline, status: 'failed', ref: 'ci-shown' }, reply)
    equals('the commit', rowIn(job, 'commit').id, rowIn(job, 'pipeline').sha, reply)
    has(rowIn(job, 'project'), { id: stage.project.id, path_with_namespace: stage.project.path }, reply)
    equals('the user', rowIn(job, 'user').id, stage.user('owner').id, reply)
    await stage.differs('S16', {
      specification: () => {
        equals('the address', job.ip_address, null, reply)
        holds(Number.isInteger(job.duration), 'the duration is whole seconds', job.duration as Json, reply)
      },
      real: () => holds(!('ip_address' in job), 'no address is sent', job.ip_address ?? null, reply),
    })
  },
})

export const jobsOfOtherProjects = check({
  id: 'runners/jobs-of-other-projects',
  says: 'The jobs of a runner are listed for callers who are at least Reporter in the project of the job',
  source: 'runners#jobs-rows',
  level: 'must',
  covers: [list],
  needs: { repository: true, in: 'group' },
  holds: async (stage) => {
    const { call, prefix } = stage
    if (!stage.has('maintainer')) return stage.skip('the target was given no maintainer credential')
    const tag = tagOf(stage)
    const made = await runner(stage, { tag_list: tag })
    await requestJob(stage, made)
    // In the own namespace of the owner, where nobody else has a part.
    const wish = { initialize_with_readme: true }
    const other = await anotherProject(stage, `${prefix}-apart`, wish)
    const [apart, from] = [numberIn(other, 'id'), textIn(other, 'default_branch')]
    await enable(stage, apart, made)
    const content = `job:\n  tags: [${tag}]\n  script: ['true']\n`
    const path = '.gitlab-ci.yml'
    const branch = 'ci'
    await commit(stage, { project: apart, branch, from, path, content, message: 'CI [skip ci]' })
    arranged(await call('POST /projects/:id/pipeline', { id: apart, ref: branch }))
    const job = numberIn(arranged(await requestJobInTime(stage, made)), 'id')
    const shown = async (as: 'owner' | 'maintainer') => {
      const reply = await call(list, { id: made.id }, { as })
      answers(reply, 200)
      const ids = reply.rows().map((row) => numberIn(row, 'id'))
      // A filter opens nothing.
      for (const how of [{ status: 'running' }, { order_by: 'id', sort: 'asc' }]) {
        const again = await call(list, { id: made.id, ...how }, { as })
        equals(
          'the jobs with a filter',
          again.rows().map((row) => numberIn(row, 'id')),
          ids,
          again,
        )
      }
      return ids
    }
    equals('jobs for the owner of both projects', await shown('owner'), [job])
    equals('jobs for a maintainer of the other project', await shown('maintainer'), [])
    const guest = { id: apart, user_id: stage.user('maintainer').id, access_level: 10 }
    expectArranged(await call('POST /projects/:id/members', guest))
    equals('jobs for a guest of the project', await shown('maintainer'), [])
    expectArranged(await call('PUT /projects/:id/members/:user_id', { ...guest, access_level: 20 }))
    equals('jobs for a reporter of the project', await shown('maintainer'), [job])
  },
})

export const protectedRefs = check({
  id: 'runners/protected-refs',
  says: 'A runner with `ref_protected` takes jobs of protected branches alone, and of several jobs that wait a runner gets the first',
  source: 'runners#access-level, runners#job-matching, runners#job-order',
  level: 'must',
  covers: [request],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = tagOf(stage)
    const guarded = await runner(stage, { tag_list: tag, access_level: 'ref_protected' })
    const open = await runner(stage, { tag_list: tag })
    // A simulator lets jobs run by themselves unless a runner that may take them has asked for work.
    for (const one of [guarded, open]) answers(await requestJob(stage, one), 204)
    const [first, second] = [
      await createTaggedJob(stage, tag, 'one'),
      await createTaggedJob(stage, tag, 'two'),
    ]
    answers(await requestJob(stage, guarded), 204)
    for (const pipeline of [first, second]) {
      const reply = await requestJobInTime(stage, open)
      answers(reply, 201)
      const [job = {}] = (
        await stage.call('GET /projects/:id/pipelines/:pipeline_id/jobs', {
          id: stage.project.id,
          pipeline_id: pipeline,
        })
      ).rows()
      equals('the job that is handed out', reply.row().id, job.id, reply)
    }
    await createTaggedJob(stage, tag, 'three', '', stage.project.branch)
    answers(await requestJobInTime(stage, guarded), 201)
  },
})
