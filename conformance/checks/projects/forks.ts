import { secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, says } from '../../kit/expect.ts'
import { isRow, type Row } from '../../kit/json.ts'

const PATH = '/projects/:id/fork'

export const forkRelation = check({
  id: 'projects/fork-relation',
  says: 'A fork relation is created once, answers 409 the second time, and ends when it is deleted; deleting it again answers 304',
  source: 'projects#fork-relation',
  level: 'should',
  covers: [`POST ${PATH}/:forked_from_id`, `DELETE ${PATH}`],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const id = await secondProject(stage)
    const named = { id, forked_from_id: project.id }
    const joined = await call(`POST ${PATH}/:forked_from_id`, named)
    answers(joined, 201)
    equals('the project it is a fork of', parentOf(joined.row()), project.id, joined)
    says(await call(`POST ${PATH}/:forked_from_id`, named), 409, 'Project already forked')
    const forks = await call('GET /projects/:id/forks', { id: project.id })
    equals(
      'the forks',
      forks.rows().map((row) => row.id ?? null),
      [id],
      forks,
    )
    answers(await call(`DELETE ${PATH}`, { id }), 204)
    const left = await call('GET /projects/:id', { id })
    equals('the project it is a fork of', parentOf(left.row()), null, left)
    answers(await call(`DELETE ${PATH}`, { id }), 304)
  },
})

function parentOf({ forked_from_project: parent }: Row) {
  return isRow(parent) ? (parent.id ?? null) : null
}
