import { assignJob, contactRunner, enable, runner, secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, names, numberIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'

const managers = 'GET /runners/:id/managers'
const projects = 'GET /runners/:id/projects'
const jobs = 'GET /runners/:id/jobs'

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
