import { secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

export const importCheck = check({
  id: 'members/import',
  says: 'Importing the members of another project keeps their access levels; importing from the same project answers 422',
  source: 'members#import, members#import-of-itself',
  level: 'should',
  covers: ['POST /projects/:id/import_project_members/:project_id'],
  needs: { in: 'own' },
  holds: async (stage) => {
    const { call, project } = stage
    const { id: user_id } = stage.user('stranger')
    const other = await secondProject(stage, 'members')
    arranged(await call('POST /projects/:id/members', { id: other, user_id, access_level: 20 }))
    const path = 'POST /projects/:id/import_project_members/:project_id'
    answers(await call(path, { id: project.id, project_id: other }), 201, { status: 'success' })
    const member = await call('GET /projects/:id/members/:user_id', { id: project.id, user_id })
    equals('the level', member.row().access_level ?? null, 20, member)
    answers(await call(path, { id: project.id, project_id: project.id }), 422)
  },
})
