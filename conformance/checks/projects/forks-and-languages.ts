import { commit } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, rowIn } from '../../kit/expect.ts'

export const fork = check({
  id: 'projects/fork',
  says: 'A fork shows its source, which lists it among its forks',
  source: 'projects#fork, projects#fork-origin',
  level: 'should',
  covers: ['POST /projects/:id/fork', 'GET /projects/:id/forks'],
  needs: { in: 'group', repository: true, writes: true },
  holds: async ({ call, group, project: { id } }) => {
    const path = 'fork-of-it'
    const created = await call('POST /projects/:id/fork', { id, namespace_id: group.id, path, name: path })
    answers(created, 201)
    has(created.row(), { path }, created)
    equals('its source', rowIn(created.row(), 'forked_from_project').id, id, created)
    const forks = await call('GET /projects/:id/forks', { id })
    equals(
      'the forks',
      forks.rows().map((row) => row.id ?? null),
      [numberIn(created.row(), 'id')],
      forks,
    )
    const again = await call('POST /projects/:id/fork', { id, namespace_id: group.id, path, name: path })
    answers(again, 409)
  },
})

export const languages = check({
  id: 'projects/languages',
  says: 'The shares of the languages of the default branch make up 100 percent',
  source: 'projects#languages',
  level: 'should',
  covers: ['GET /projects/:id/languages'],
  needs: { repository: true, writes: true },
  holds: async (stage) => {
    const { call, project } = stage
    await commit(stage, { branch: project.branch, path: 'one.rb', content: 'puts 1\n' })
    await commit(stage, { branch: project.branch, path: 'one.js', content: 'let i;\n' })
    const shares = await call('GET /projects/:id/languages', { id: project.id })
    answers(shares, 200, { Ruby: 50, JavaScript: 50 })
  },
})

export const usersAndGroups = check({
  id: 'projects/users-and-groups',
  says: 'A project lists its users and the groups above it, each found by a part of the name',
  source: 'projects#users-and-groups',
  level: 'should',
  covers: ['GET /projects/:id/users', 'GET /projects/:id/groups'],
  needs: { in: 'group' },
  readOnly: true,
  holds: async (stage) => {
    const { call, project, group } = stage
    const { id, username } = stage.user('owner')
    const users = await call('GET /projects/:id/users', { id: project.id, search: username })
    answers(users, 200)
    has(users.rows().find((row) => row.id === id) ?? {}, { id, username }, users)
    const groups = await call('GET /projects/:id/groups', { id: project.id })
    answers(groups, 200)
    const ids = groups.rows().map((row) => row.id ?? null)
    holds(ids.includes(group.id), 'the group of the project is listed', ids, groups)
  },
})
