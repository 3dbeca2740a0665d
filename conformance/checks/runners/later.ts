import { assignJob, contactRunner, enable, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, names, numberIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { parseLinks } from '../../oracle/paging.ts'

const managers = 'GET /runners/:id/managers'
const projects = 'GET /runners/:id/projects'
const jobs = 'GET /runners/:id/jobs'
const remove = 'DELETE /projects/:id/runners/:runner_id'

const idOf = (row: Row) => numberIn(row, 'id')

export const machines = check({
  id: 'runners/machines',
  says: 'A runner lists each machine by the `system_id` that it tells, with what it reported last, once, to those alone who see the runner',
  source: 'runners#later-managers',
  level: 'should',
  covers: [managers],
  holds: async (stage) => {
    const made = await runner(stage)
    answers(await stage.call(managers, { id: made.id }), 200, [])
    for (const [system_id, version] of [
      ['s_first', '17.0.0'],
      ['s_second', '17.1.0'],
      ['s_first', '17.2.0'],
    ])
      await contactRunner(stage, made, { system_id, info: { version, platform: 'linux' } })
    const reply = await stage.call(managers, { id: made.id })
    answers(reply, 200)
    const shown = (row: Row) => [row.system_id ?? null, row.version ?? null]
    equals(
      'the machines',
      reply.rows().map(shown),
      [
        ['s_first', '17.2.0'],
        ['s_second', '17.1.0'],
      ],
      reply,
    )
    const [first = {}] = reply.rows()
    has(first, { platform: 'linux', status: 'online' }, reply)
    names(first, ['id', 'revision', 'architecture', 'created_at', 'contacted_at', 'ip_address'], reply)
    const stranger = await stage.call(managers, { id: made.id }, { as: 'stranger' })
    says(stranger, 403, '403 Forbidden - No access granted')
  },
})

export const jobsOfMachine = check({
  id: 'runners/jobs-of-machine',
  says: 'From 16.8 on `system_id` narrows the jobs of a runner to those of one machine, and is ignored before',
  source: 'runners#later-jobs-of-machine',
  level: 'must',
  covers: [jobs],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = `${stage.prefix}-machine`
    const made = await runner(stage, { tag_list: tag })
    const { id } = await assignJob(stage, made, tag)
    const reply = await stage.call(jobs, { id: made.id, system_id: 's_another' })
    answers(reply, 200)
    const ids = reply.rows().map((row) => numberIn(row, 'id'))
    await stage.changed('runners#later-jobs-of-machine', {
      before: () => equals('the jobs', ids, [id], reply),
      after: () => equals('the jobs', ids, [], reply),
    })
  },
})

export const itsProjects = check({
  id: 'runners/its-projects',
  says: 'The projects of a runner are listed in their basic form, the newest first, and to those alone who see the runner',
  source: 'runners#later-list-of-projects',
  level: 'must',
  covers: [projects],
  holds: async (stage) => {
    const made = await runner(stage)
    const second = await secondProject(stage)
    await enable(stage, second, made)
    const reply = await stage.call(projects, { id: made.id })
    answers(reply, 200)
    const ids = reply.rows().map((row) => numberIn(row, 'id'))
    equals('the projects', ids, [second, stage.project.id], reply)
    names(reply.rows()[0] ?? {}, ['path_with_namespace', 'web_url', 'created_at'], reply)
    const stranger = await stage.call(projects, { id: made.id }, { as: 'stranger' })
    says(stranger, 403, '403 Forbidden - No access granted')
  },
})

export const unassignReasons = check({
  id: 'runners/unassign-reasons',
  says: 'From 18.3 on a runner that is locked, or in its owner project, is not disabled by Maintainers, and administrators are told of the owner project alone',
  source: 'runners#later-locked, runners#later-owner-project',
  level: 'should',
  covers: [remove],
  holds: async (stage) => {
    const made = await runner(stage)
    const second = await secondProject(stage)
    await enable(stage, second, made)
    answers(await stage.call('PUT /runners/:id', { id: made.id, locked: true }), 200)
    const open = { id: second, runner_id: made.id }
    const owner = { id: stage.project.id, runner_id: made.id }
    await stage.changed('runners#later-locked', {
      before: async () => answers(await stage.call(remove, open), 204),
      after: async () => {
        says(await stage.call(remove, open), 403, '403 Forbidden - Runner is locked')
        answers(await stage.call('PUT /runners/:id', { id: made.id, locked: false }), 200)
        says(await stage.call(remove, owner), 403, '403 Forbidden - No access granted')
        says(
          await stage.call(remove, owner, { as: 'admin' }),
          403,
          '403 Forbidden - You cannot unassign a runner from the owner project. Delete the runner instead',
        )
      },
    })
  },
})

export const jobsByCursor = check({
  id: 'runners/jobs-by-cursor',
  says: 'From 17.0 on the jobs of a runner are walked by cursor, the latest first',
  source: 'runners#later-jobs-keyset',
  level: 'should',
  covers: [jobs],
  needs: { repository: true },
  holds: async (stage) => {
    const tag = `${stage.prefix}-cursor`
    const made = await runner(stage, { tag_list: tag })
    const first = await assignJob(stage, made, tag, 'one')
    const second = await assignJob(stage, made, tag, 'two')
    const walk = { id: made.id, pagination: 'keyset', order_by: 'id', per_page: 1 }
    const reply = await stage.call(jobs, walk)
    await stage.changed('runners#later-jobs-keyset', {
      before: () => holds(!/cursor=/.test(reply.headers.link ?? ''), 'no link has a cursor', '', reply),
      after: async () => {
        answers(reply, 200)
        equals('the first page', reply.rows().map(idOf), [second.id], reply)
        const next = parseLinks(reply.headers.link).find(({ rel }) => rel === 'next')
        const cursor = new URL(next?.url ?? 'http://nowhere').searchParams.get('cursor') ?? ''
        const rest = await stage.call(jobs, { ...walk, cursor })
        equals('the second page', rest.rows().map(idOf), [first.id], rest)
        answers(await stage.call(jobs, { ...walk, sort: 'asc' }), 405)
      },
    })
  },
})
