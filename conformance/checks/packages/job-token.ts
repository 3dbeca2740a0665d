import { filesOf, genericPackage, namedPackage, upload } from '../../arrange/packages.ts'
import { assignJob, type RegisteredRunner, requestJobInTime, runner } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import type { Reply } from '../../kit/client.ts'
import {
  answers,
  equals,
  has,
  holds,
  lacks,
  names,
  numberIn,
  refuses,
  rowIn,
  textIn,
} from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { forbidden, unauthorized } from '../../oracle/texts.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const list = 'GET /projects/:id/packages'

const one = 'GET /projects/:id/packages/:package_id'
const ofGroup = 'GET /groups/:id/packages'
const pipelinesOf = 'GET /projects/:id/packages/:package_id/pipelines'

const remove = 'DELETE /projects/:id/packages/:package_id'

export const jobToken = check({
  id: 'packages/job-token',
  says: 'A job token reads the packages of a public project other than its own, as header and as parameter, and deletes none',
  source: 'packages#job-token',
  level: 'must',
  covers: [list, one, remove],
  needs: { project: 'public' },
  holds: async (stage) => {
    const { call } = stage
    const job = stage.token('job')?.token ?? ''
    const it = await genericPackage(stage, { name: 'tool', version: '1' })
    const named = namedPackage(stage, it)
    for (const way of [{ headers: { 'job-token': job } }, { query: { job_token: job } }]) {
      const options = { as: 'anonymous', ...way } as const
      const reply = await call(list, { id: named.id }, options)
      answers(reply, 200)
      equals('the packages', reply.rows().length, 1, reply)
      answers(await call(one, named, options), 200)
      answers(await call(remove, named, options), forbidden.status, forbidden.body)
    }
  },
})

export const jobTokenPrivate = check({
  id: 'packages/job-token-private',
  says: 'A job token does not read the packages of a private project other than its own',
  source: 'packages#job-token',
  level: 'must',
  covers: [list],
  holds: async ({ call, project, token }) => {
    const headers = { 'job-token': token('job')?.token ?? '' }
    // Later releases say which project the job is of: 403.
    answers(await call(list, { id: project.id }, { as: 'anonymous', headers }), [404, 403])
  },
})

export const jobTokenUnknown = check({
  id: 'packages/job-token-unknown',
  says: 'A value that is no job token answers 401, also for a public project',
  source: 'packages#wrong-token',
  level: 'must',
  covers: [list],
  needs: { project: 'public' },
  holds: async ({ call, project, token }) => {
    for (const who of ['unknown', 'owner'] as const) {
      const headers = { 'job-token': token(who)?.token ?? '' }
      const reply = await call(list, { id: project.id }, { as: 'anonymous', headers })
      answers(reply, unauthorized.status, unauthorized.body)
    }
  },
})

export const pipelines = check({
  id: 'packages/pipelines',
  says: 'A package that a job uploaded shows its pipeline in `pipelines` and in `pipeline`, and so does its file; another package has neither',
  source: 'packages#pipelines, packages#files, packages#group-list, packages#later-pipelines',
  level: 'must',
  covers: [list, one, ofGroup],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const worker = await runner(stage, { tag_list: 'builder' })
    const { id: job, token, pipeline } = await assignJob(stage, worker, 'builder')
    holds(job > 0, 'there is a job', job)
    const params = { id: project.id, package_name: 'built', package_version: '1', file_name: 'file.txt' }
    const carried = { inQuery: true, body: 'built', contentType: 'application/octet-stream' } as const
    const sent = await call(upload, params, { as: 'anonymous', headers: { 'job-token': token }, ...carried })
    expectArranged(sent)
    const plain = await genericPackage(stage, { name: 'plain', version: '1' })
    const all = (await call(list, { id: project.id })).rows()
    const built = all.find(({ name }) => name === 'built') ?? {}
    if (stage.inGroup) {
      const inGroup = await call(ofGroup, { id: stage.group.id, package_name: 'built' })
      await showsPipelines(stage, inGroup.rows()[0] ?? {}, [pipeline], inGroup)
    }
    const shown = await call(one, namedPackage(stage, built))
    answers(shown, 200)
    const pipelines = shown.row().pipelines as readonly Row[] | undefined
    await showsPipelines(stage, shown.row(), [pipeline], shown)
    equals('its last pipeline', rowIn(shown.row(), 'pipeline').id, pipeline, shown)
    for (const it of [...(pipelines ?? []), rowIn(shown.row(), 'pipeline')]) {
      names(it, ['status', 'sha', 'web_url', 'created_at', 'updated_at'], shown)
      has(it, { ref: 'ci-job' }, shown)
      has(rowIn(it, 'user'), { name: stage.user('owner').name }, shown)
    }
    const [file = {}] = await filesOf(stage, built)
    const ofFile = file.pipelines as readonly Row[] | undefined
    equals('the pipelines of its file', ofFile?.map(({ id }) => id ?? null) ?? null, [pipeline], shown)
    lacks((await call(one, namedPackage(stage, plain))).row(), ['pipeline', 'pipelines'])
  },
})

export const listOfPipelines = check({
  id: 'packages/list-of-pipelines',
  says: 'The pipelines that built a package are listed on their own, 20 a page at most, and those of a package that none built are none',
  source: 'packages#later-list-of-pipelines',
  level: 'must',
  covers: [pipelinesOf],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const worker = await runner(stage, { tag_list: 'builder' })
    const { token, pipeline } = await assignJob(stage, worker, 'builder')
    const params = { id: project.id, package_name: 'built', package_version: '1', file_name: 'file.txt' }
    const carried = { inQuery: true, body: 'built', contentType: 'application/octet-stream' } as const
    const sent = await call(upload, params, { as: 'anonymous', headers: { 'job-token': token }, ...carried })
    expectArranged(sent)
    const plain = await genericPackage(stage, { name: 'plain', version: '1' })
    const built = (await call(list, { id: project.id })).rows().find(({ name }) => name === 'built') ?? {}
    const reply = await call(pipelinesOf, namedPackage(stage, built))
    answers(reply, 200)
    equals(
      'the pipelines',
      reply.rows().map(({ id }) => id ?? null),
      [pipeline],
      reply,
    )
    has(reply.rows()[0] ?? {}, { ref: 'ci-job', project_id: project.id }, reply)
    answers(await call(pipelinesOf, namedPackage(stage, plain)), 200, [])
    const large = await call(pipelinesOf, { ...namedPackage(stage, built), per_page: 21 })
    refuses(large, 'per_page does not have a valid value')
  },
})

export const jobTokenEnded = check({
  id: 'packages/job-token-ended',
  says: 'The token of a job that has ended answers 401',
  source: 'packages#job-token-ended',
  level: 'must',
  covers: [list],
  needs: { repository: true },
  holds: async (stage) => {
    const { call, project } = stage
    const { id: job, token } = await assignJob(stage, await runner(stage, { tag_list: 'builder' }), 'builder')
    const by = { as: 'anonymous', headers: { 'job-token': token } } as const
    answers(await call(list, { id: project.id }, by), 200)
    const canceled = await call('POST /projects/:id/jobs/:job_id/cancel', { id: project.id, job_id: job })
    expectArranged(canceled)
    const { status, body } = unauthorized
    answers(await call(list, { id: project.id }, by), status, body)
  },
})

/** The same job in another pipeline of the branch. */
async function assignedAgain(stage: Stage, worker: RegisteredRunner) {
  const started = await stage.call('POST /projects/:id/pipeline', { id: stage.project.id, ref: 'ci-job' })
  const pipeline = numberIn(arranged(started), 'id')
  return { pipeline, token: textIn(arranged(await requestJobInTime(stage, worker)), 'token') }
}

/** Later releases tell that there are some, and not which. */
async function showsPipelines(
  stage: Stage,
  row: Row,
  expected: readonly number[],
  reply?: Reply,
): Promise<void> {
  const shown = row.pipelines as readonly Row[] | undefined
  const is = (ids: readonly number[]) =>
    equals('its pipelines', shown?.map(({ id }) => id ?? null) ?? null, ids, reply)
  await stage.changed('packages#later-pipelines', { before: () => is(expected), after: () => is([]) })
}

export const pipelinesHidden = check({
  id: 'packages/pipelines-hidden',
  says: 'Of several builds the last is shown by itself, and from 18.6 on whoever may not see the pipelines of a project sees its packages and their files without them',
  source: 'packages#pipelines, packages#files, packages#later-pipelines, packages#later-pipelines-hidden',
  level: 'must',
  covers: [list, one, `${one}/package_files`],
  needs: { repository: true, project: 'public' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const worker = await runner(stage, { tag_list: 'builder' })
    const built: number[] = []
    const params = { id, package_name: 'built', package_version: '1' }
    for (const file_name of ['first.txt', 'second.txt']) {
      const { token, pipeline } =
        built.length === 0 ? await assignJob(stage, worker, 'builder') : await assignedAgain(stage, worker)
      const carried = { inQuery: true, body: file_name, contentType: 'application/octet-stream' } as const
      const as = { as: 'anonymous', headers: { 'job-token': token } } as const
      expectArranged(await call(upload, { ...params, file_name }, { ...as, ...carried }))
      built.push(pipeline)
    }
    const [it = {}] = (await call(list, { id })).rows()
    await showsPipelines(stage, it, built)
    equals('the last one', rowIn(it, 'pipeline').id, built.at(-1))
    expectArranged(await call('PUT /projects/:id', { id, builds_access_level: 'private' }))
    const as = { as: 'stranger' } as const
    const keeps = (row: Row, reply: Reply) =>
      stage.changed('packages#later-pipelines-hidden', {
        before: () => names(row, ['pipelines'], reply),
        after: () => lacks(row, ['pipeline', 'pipelines'], reply),
      })
    const named = namedPackage(stage, it)
    for (const reply of [await call(list, { id }, as), await call(`${one}/package_files`, named, as)])
      for (const row of reply.rows()) await keeps(row, reply)
    const alone = await call(one, named, as)
    answers(alone, 200)
    await keeps(alone.row(), alone)
  },
})

export const deployToken = check({
  id: 'packages/deploy-token',
  says: 'A deploy token uploads and downloads packages, and neither lists, reads nor deletes them',
  source: 'packages#deploy-token, packages#generic-credentials',
  level: 'must',
  covers: [list, one, remove, upload],
  holds: async (stage) => {
    const { call, project } = stage
    const scopes = ['read_package_registry', 'write_package_registry']
    const wish = { id: project.id, name: 'registry', scopes }
    const made = arranged(await call('POST /projects/:id/deploy_tokens', wish))
    const as = { as: 'anonymous', headers: { 'deploy-token': textIn(made, 'token') } } as const
    const named = { id: project.id, package_name: 'tool', package_version: '1', file_name: 'file.txt' }
    const carried = { inQuery: true, body: 'content', contentType: 'application/octet-stream' } as const
    answers(await call(upload, named, { ...as, ...carried }), 201)
    equals('what is downloaded', (await call(upload.replace('PUT', 'GET'), named, as)).text, 'content')
    const [it = {}] = (await call(list, { id: project.id })).rows()
    const params = { id: project.id, package_id: numberIn(it, 'id') }
    for (const operation of [list, one, remove]) {
      const reply = await call(operation, params, as)
      holds([401, 403, 404].includes(reply.status), 'a deploy token is refused', reply.status, reply)
    }
    answers(await call(one, params), 200)
  },
})
