import { check } from '../../kit/check.ts'
import { equals, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'
import { reactingTo, reactOnce } from './reactions.ts'

const EPIC = '/groups/:id/epics/:epic_iid'
const NOTE = `${EPIC}/notes/:note_id`

export const ofEpics = check<'epic' | 'note'>({
  id: 'award-emoji/of-epics',
  says: 'An epic, and a note on it, takes one reaction for each user and emoji, counts thumbs, is found by it, and loses it again',
  source: 'award-emoji#of-epics, award-emoji#once-per-emoji, award-emoji#delete, epics#list-reactions',
  level: 'should',
  covers: reactingTo(EPIC),
  needs: { in: 'group', tier: 'premium' },
  each: () => ['epic', 'note'],
  holds: async (stage, on) => {
    const { call, group } = stage
    const { id } = group
    const { iid: epic_iid = 0 } = arranged(await call('POST /groups/:id/epics', { id, title: 'Liked' }))
    const epic = { id, epic_iid: Number(epic_iid) }
    const noted = { id, noteable_id: epic.epic_iid, body: 'Hello' }
    const note = arranged(await call('POST /groups/:id/epics/:noteable_id/notes', noted))
    const named = on === 'epic' ? epic : { ...epic, note_id: numberIn(note, 'id') }
    const liked = async (my_reaction_emoji: string) =>
      (await call('GET /groups/:id/epics', { id, my_reaction_emoji })).rows().map(({ iid }) => iid ?? null)
    await reactOnce(stage, [on === 'epic' ? EPIC : NOTE, named], { name: 'thumbsup' }, async () => {
      const shown = await call(`GET ${EPIC}`, epic)
      has(shown.row(), { upvotes: on === 'epic' ? 1 : 0, downvotes: 0 }, shown)
      const own = [epic.epic_iid]
      equals('those with thumbs', await liked('thumbsup'), on === 'epic' ? own : [])
      equals('those with any reaction', await liked('Any'), on === 'epic' ? own : [])
      equals('those with another one', await liked('star'), [])
      equals('those with none', await liked('None'), on === 'epic' ? [] : own)
    })
  },
})
