import { issue } from '../../arrange/records.ts'
import { secondProject } from '../../arrange/runners.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, holds, numberIn, says } from '../../kit/expect.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const ONE = '/projects/:id/issues/:issue_iid'

async function discussed(stage: Stage) {
  const { project, call } = stage
  const row = await issue(stage, { title: 'Moving' })
  const named = { id: project.id, issue_iid: numberIn(row, 'iid') }
  expectArranged(await call(`POST ${ONE}/notes`, { ...named, body: 'Why?' }))
  return { row, named }
}

export const move = check({
  id: 'issues/move',
  says: 'A moved issue is open in the other project with its notes, and the original is closed with `moved_to_id` and cannot be moved again',
  source: 'issues#move, issues#move-permission, issues#reopened',
  level: 'should',
  covers: [`POST ${ONE}/move`],
  needs: { in: 'group' },
  holds: async (stage) => {
    const { row, named } = await discussed(stage)
    const to_project_id = await secondProject(stage)
    const moved = await stage.call(`POST ${ONE}/move`, { ...named, to_project_id })
    answers(moved, 201)
    has(moved.row(), { project_id: to_project_id, title: 'Moving', state: 'opened' }, moved)
    const there = { id: to_project_id, issue_iid: numberIn(moved.row(), 'iid') }
    const said = await stage.call(`GET ${ONE}/notes`, there)
    holds(
      said.rows().some(({ body }) => body === 'Why?'),
      'what was said went along',
      said.json,
      said,
    )
    const old = await stage.call(`GET ${ONE}`, named)
    has(old.row(), { id: row.id ?? null, state: 'closed', moved_to_id: moved.row().id ?? null }, old)
    const text = 'Cannot move issue due to insufficient permissions!'
    says(await stage.call(`POST ${ONE}/move`, { ...named, to_project_id }), 400, text)
    const opened = await stage.call('PUT /projects/:id/issues/:issue_iid', {
      ...named,
      state_event: 'reopen',
    })
    answers(opened, 200)
    has(opened.row(), { state: 'opened', moved_to_id: null }, opened)
  },
})

export const moveRefused = check({
  id: 'issues/move-refused',
  says: 'Moving an issue to its own project, or as a Guest, is refused with 400 and leaves the issue open',
  source: 'issues#move-same-project, issues#move-permission',
  level: 'should',
  covers: [`POST ${ONE}/move`],
  holds: async (stage) => {
    const { named } = await discussed(stage)
    const here = { ...named, to_project_id: stage.project.id }
    says(await stage.call(`POST ${ONE}/move`, here), 400, 'Cannot move issue to project it originates from!')
    if (stage.has('guest'))
      says(
        await stage.call(`POST ${ONE}/move`, here, { as: 'guest' }),
        400,
        'Cannot move issue due to insufficient permissions!',
      )
    const still = await stage.call(`GET ${ONE}`, named)
    equals('its state', still.row().state ?? null, 'opened', still)
  },
})

export const clone = check<boolean>({
  id: 'issues/clone',
  says: 'A cloned issue has the notes of the original only with `with_notes=true`, and the original stays open',
  source: 'issues#clone',
  level: 'should',
  covers: [`POST ${ONE}/clone`],
  each: () => [false, true],
  holds: async (stage, with_notes) => {
    const { named } = await discussed(stage)
    const cloned = await stage.call(`POST ${ONE}/clone`, {
      ...named,
      to_project_id: stage.project.id,
      with_notes,
    })
    answers(cloned, 201)
    has(cloned.row(), { title: 'Moving', state: 'opened' }, cloned)
    const said = await stage.call(`GET ${ONE}/notes`, {
      id: stage.project.id,
      issue_iid: numberIn(cloned.row(), 'iid'),
    })
    equals(
      'that what was said went along',
      said.rows().some(({ body }) => body === 'Why?'),
      with_notes,
      said,
    )
    const old = await stage.call(`GET ${ONE}`, named)
    has(old.row(), { state: 'opened', moved_to_id: null }, old)
  },
})
