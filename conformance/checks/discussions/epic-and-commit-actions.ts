import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const EPICS = '/groups/:id/epics'
const EPIC_NOTES = `POST ${EPICS}/:epic_iid/notes`

export const actionsOnEpics = check({
  id: 'discussions/actions-on-epics',
  says: 'A note of quick actions on an epic closes it, and makes other epics its parent and children, or says what is against it',
  source: 'discussions#quick-actions-epics',
  level: 'should',
  covers: [EPIC_NOTES],
  needs: { in: 'group', tier: 'ultimate' },
  holds: async ({ call, group: { id } }) => {
    const open = async (title: string) =>
      numberIn(arranged(await call(`POST ${EPICS}`, { id, title })), 'iid')
    const [epic_iid, child] = [await open('Above'), await open('Below')]
    const says = async (body: string, summary: string) => {
      const reply = await call(EPIC_NOTES, { id, epic_iid, body })
      answers(reply, 202)
      has(reply.row(), { summary: [summary] }, reply)
    }
    const parent = async () =>
      (await call(`GET ${EPICS}/:epic_iid`, { id, epic_iid: child })).row().parent_iid ?? null
    await says(`/child_epic &${child}`, `Added &${child} as a child epic.`)
    equals('the parent', await parent(), epic_iid)
    await says(`/parent_epic &${child}`, 'Given epic is already related to this epic.')
    await says(`/remove_child_epic &${child}`, `Removed &${child} from child epics.`)
    equals('the parent', await parent(), null)
    await says('/close', 'Closed this epic.')
    const shown = await call(`GET ${EPICS}/:epic_iid`, { id, epic_iid })
    has(shown.row(), { state: 'closed' }, shown)
  },
})

const COMMENT = 'POST /projects/:id/repository/commits/:sha/comments'

export const tagAction = check({
  id: 'discussions/tag-action',
  says: '`/tag` in a comment on a commit tags it with a message, and is no part of the comment',
  source: 'discussions#quick-actions-commits',
  level: 'should',
  covers: [COMMENT, 'GET /projects/:id/repository/tags/:tag_name'],
  needs: { repository: true },
  holds: async ({ call, project: { id, branch }, prefix }) => {
    const tag_name = `${prefix}-said`
    const note = `Good\n/tag ${tag_name} Of a comment`
    const said = await call(COMMENT, { id, sha: branch, note }, { as: 'owner' })
    answers(said, 201)
    has(said.row(), { note: 'Good' }, said)
    const tag = await call('GET /projects/:id/repository/tags/:tag_name', { id, tag_name })
    answers(tag, 200)
    has(tag.row(), { message: 'Of a comment' }, tag)
  },
})
