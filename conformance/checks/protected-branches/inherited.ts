import { check } from '../../kit/check.ts'
import { answers, equals, has } from '../../kit/expect.ts'

const ofGroup = '/groups/:id/protected_branches'
const ofProject = '/projects/:id/protected_branches'

export const inheritedFromGroup = check({
  id: 'protected-branches/inherited-from-group',
  says: 'A project lists the protected branches of its group as inherited, and those branches are protected',
  source: 'protected-branches#later-of-groups, protected-branches#later-inherited',
  level: 'should',
  covers: [`POST ${ofGroup}`, `GET ${ofProject}`, `GET ${ofProject}/:name`],
  needs: { tier: 'premium', in: 'top', repository: true, writes: true },
  holds: async ({ call, project, group }) => {
    const name = 'inherited-*'
    const made = await call(`POST ${ofGroup}`, { id: group.id, name, push_access_level: 0 })
    answers(made, 201)
    const listed = await call(`GET ${ofProject}`, { id: project.id, search: 'inherited' })
    equals(
      'what is inherited',
      listed.rows().map((row) => [row.name ?? null, row.inherited ?? null]),
      [[name, true]],
      listed,
    )
    const shown = await call(`GET ${ofProject}/:name`, { id: project.id, name })
    has(shown.row(), { name, inherited: true }, shown)
    const branch = await call('POST /projects/:id/repository/branches', {
      id: project.id,
      branch: 'inherited-one',
      ref: 'main',
    })
    answers(branch, 201)
    has(branch.row(), { protected: true, can_push: false }, branch)
  },
})
