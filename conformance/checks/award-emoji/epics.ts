import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'
import { arranged } from '../../run/stage.ts'

const EPIC = '/groups/:id/epics/:epic_iid'
const NOTE = `${EPIC}/notes/:note_id`

export const ofEpics = check<'epic' | 'note'>({
  id: 'award-emoji/of-epics',
  says: 'An epic, and a note on it, takes one reaction for each user and emoji, counts thumbs, is found by it, and loses it again',
  source: 'award-emoji#of-epics, award-emoji#once-per-emoji, award-emoji#delete, epics#list-reactions',
  level: 'should',
  covers: ['GET', 'POST']
    .flatMap((verb) => [`${verb} ${EPIC}/award_emoji`, `${verb} ${NOTE}/award_emoji`])
    .concat(
      ['GET', 'DELETE'].flatMap((verb) => [
        `${verb} ${EPIC}/award_emoji/:award_id`,
        `${verb} ${NOTE}/award_emoji/:award_id`,
      ]),
    ),
  needs: { in: 'group', tier: 'premium' },
  each: () => ['epic', 'note'],
  holds: async ({ call, group: { id } }, on) => {
    const { iid: epic_iid = 0 } = arranged(await call('POST /groups/:id/epics', { id, title: 'Liked' }))
    const epic = { id, epic_iid: Number(epic_iid) }
    const noted = { id, noteable_id: epic.epic_iid, body: 'Hello' }
    const note = arranged(await call('POST /groups/:id/epics/:noteable_id/notes', noted))
    const [path, named] = on === 'epic' ? [EPIC, epic] : [NOTE, { ...epic, note_id: numberIn(note, 'id') }]
    const made = await call(`POST ${path}/award_emoji`, { ...named, name: 'thumbsup' })
    answers(made, 201)
    has(made.row(), { name: 'thumbsup' }, made)
    answers(await call(`POST ${path}/award_emoji`, { ...named, name: 'thumbsup' }), 404)
    answers(await call(`GET ${path}/award_emoji`, named), 200, [made.json ?? null])
    const shown = await call(`GET ${EPIC}`, epic)
    has(shown.row(), { upvotes: on === 'epic' ? 1 : 0, downvotes: 0 }, shown)
    const liked = async (my_reaction_emoji: string) =>
      (await call('GET /groups/:id/epics', { id, my_reaction_emoji })).rows().map(({ iid }) => iid ?? null)
    const own = [epic.epic_iid]
    equals('those with thumbs', await liked('thumbsup'), on === 'epic' ? own : [])
    equals('those with any reaction', await liked('Any'), on === 'epic' ? own : [])
    equals('those with another one', await liked('star'), [])
    equals('those with none', await liked('None'), on === 'epic' ? [] : own)
    const award = { ...named, award_id: numberIn(made.row(), 'id') }
    answers(await call(`GET ${path}/award_emoji/:award_id`, award), 200, made.json)
    answers(await call(`DELETE ${path}/award_emoji/:award_id`, award), 204)
    answers(await call(`GET ${path}/award_emoji`, named), 200, [])
  },
})
