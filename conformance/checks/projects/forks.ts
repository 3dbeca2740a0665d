import { branch } from '../../arrange/records.ts'
import { secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says, textIn } from '../../kit/expect.ts'
import { isRow, type Row } from '../../kit/json.ts'
import { expectArranged } from '../../run/stage.ts'

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

export const targetsItself = check({
  id: 'projects/targets-itself',
  says: '`mr_default_target_self` is set of a fork, and refused with 400 for any other project',
  source: 'projects#targets-itself',
  level: 'should',
  covers: ['PUT /projects/:id'],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { call, project } = stage
    const id = await secondProject(stage)
    const wish = { id, mr_default_target_self: true }
    answers(await call('PUT /projects/:id', wish), 400)
    expectArranged(await call(`POST ${PATH}/:forked_from_id`, { id, forked_from_id: project.id }))
    const changed = await call('PUT /projects/:id', wish)
    answers(changed, 200)
    has(changed.row(), { mr_default_target_self: true }, changed)
  },
})

const visibilities = ['private', 'internal', 'public']

export const forkTakesOver = check<'default' | 'public'>({
  id: 'projects/fork-takes-over',
  says: 'A fork has description, default branch, branches, tags and access levels of its source, and is never more open than that, even on request',
  source: 'projects#fork-takes-over',
  level: 'should',
  covers: [`POST ${PATH}`],
  needs: { in: 'group', repository: true, writes: true },
  each: () => ['default', 'public'],
  holds: async (stage, wanted) => {
    const { call, group, project } = stage
    const { id } = project
    await branch(stage, 'other')
    expectArranged(
      await call('POST /projects/:id/repository/tags', { id, tag_name: 'v1', ref: project.branch }),
    )
    const values = {
      description: 'To be forked',
      default_branch: 'other',
      issues_access_level: 'private',
      wiki_access_level: 'disabled',
    }
    expectArranged(await call('PUT /projects/:id', { id, ...values }))
    const source = await call('GET /projects/:id', { id })
    const place = { id, namespace_id: group.id, path: 'taken-over', name: 'taken-over' }
    const wish = wanted === 'public' ? { ...place, visibility: 'public' } : place
    const created = await call(`POST ${PATH}`, wish)
    answers(created, 201)
    const named = { id: numberIn(created.row(), 'id') }
    const made = await stage.until(
      () => call('GET /projects/:id', named),
      (seen) => seen.row().import_status === 'finished',
      { seconds: 60 },
    )
    has(made.row(), values, made)
    const rank = (row: Row) => visibilities.indexOf(textIn(row, 'visibility'))
    holds(
      rank(made.row()) <= rank(source.row()),
      'it is no more open than its source',
      textIn(made.row(), 'visibility'),
      made,
    )
    for (const refs of ['branches', 'tags'] as const) {
      const names = async (where: { readonly id: number }) =>
        (await call(`GET /projects/:id/repository/${refs}`, where)).rows().map(({ name }) => name ?? null)
      equals(`its ${refs}`, await names(named), await names({ id }))
    }
  },
})

function parentOf({ forked_from_project: parent }: Row) {
  return isRow(parent) ? (parent.id ?? null) : null
}
