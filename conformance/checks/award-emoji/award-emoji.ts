import { issue } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'

const award = 'POST /projects/:id/issues/:issue_iid/notes/:note_id/award_emoji'

export const ofNotes = check({
  id: 'award-emoji/of-notes',
  says: 'A reaction to a note of an issue is not a reaction to the issue, and a second one with the same emoji answers 404',
  source: 'award-emoji#of-a-note, award-emoji#once-per-emoji',
  level: 'should',
  covers: [award],
  holds: async (stage) => {
    const at = { id: stage.project.id, issue_iid: numberIn(await issue(stage, { title: 'Fun' }), 'iid') }
    const note = await stage.call('POST /projects/:id/issues/:issue_iid/notes', { ...at, body: 'Ha' })
    const note_id = numberIn(note.row(), 'id')
    const given = await stage.call(award, { ...at, note_id, name: 'rocket' })
    answers(given, 201)
    has(given.row(), { name: 'rocket', awardable_type: 'Note', awardable_id: note_id }, given)
    answers(await stage.call(award, { ...at, note_id, name: 'rocket' }), 404)
    const onIssue = await stage.call('GET /projects/:id/issues/:issue_iid/award_emoji', at)
    equals('those of the issue', onIssue.rows().length, 0)
    const onNote = await stage.call(award.replace('POST', 'GET'), { ...at, note_id })
    equals('those of the comment', onNote.rows().length, 1)
  },
})

const ISSUE = '/projects/:id/issues/:issue_iid/award_emoji'

export const anonymous = check({
  id: 'award-emoji/anonymous',
  says: 'Who reacts without credentials is told that there are no reactions, after the parameters, and who deletes one without them 401',
  source: 'award-emoji#anonymous',
  level: 'should',
  covers: [`POST ${ISSUE}`, `GET ${ISSUE}`, `DELETE ${ISSUE}/:award_id`],
  needs: { project: 'public' },
  holds: async (stage) => {
    const at = { id: stage.project.id, issue_iid: numberIn(await issue(stage, { title: 'Open' }), 'iid') }
    const nobody = { as: 'anonymous' } as const
    const react = `POST ${ISSUE}`
    says(await stage.call(react, { ...at, name: 'rocket' }, nobody), 404, '404 Award Emoji Not Found')
    const nameless = await stage.call(react, at, nobody)
    answers(nameless, 400, { error: 'name is missing' })
    const given = await stage.call(react, { ...at, name: 'rocket' })
    answers(given, 201)
    const award = { ...at, award_id: numberIn(given.row(), 'id') }
    says(await stage.call(`DELETE ${ISSUE}/:award_id`, award, nobody), 401, '401 Unauthorized')
    equals('those that all see', (await stage.call(`GET ${ISSUE}`, at, nobody)).rows().length, 1)
  },
})

export const unread = check<string>({
  id: 'award-emoji/unread',
  says: 'Reactions to an issue that the caller does not see are told apart from the issue: `404 Award Emoji Not Found`',
  source: 'award-emoji#nothing-to-react-to',
  level: 'should',
  covers: [`POST ${ISSUE}`, `GET ${ISSUE}`],
  needs: { project: 'private' },
  each: () => ['GET', 'POST'],
  holds: async (stage, verb) => {
    const secret = await issue(stage, { title: 'Secret', confidential: true })
    const at = { id: stage.project.id, issue_iid: numberIn(secret, 'iid') }
    const asked = verb === 'POST' ? { ...at, name: 'rocket' } : at
    says(await stage.call(`${verb} ${ISSUE}`, asked, { as: 'guest' }), 404, '404 Award Emoji Not Found')
  },
})

export const knownNames = check({
  id: 'award-emoji/names',
  says: 'A reaction has the name of an emoji, in a skin tone or not; `+1` is `thumbsup`, and what is no name answers 404',
  source: 'award-emoji#once-per-emoji, award-emoji#aliases',
  level: 'should',
  covers: [`POST ${ISSUE}`],
  holds: async (stage) => {
    const at = { id: stage.project.id, issue_iid: numberIn(await issue(stage, { title: 'Names' }), 'iid') }
    const react = (name: string) => stage.call(`POST ${ISSUE}`, { ...at, name })
    for (const name of ['tada', 'thumbsup_tone3', 'flag_de', '8ball']) answers(await react(name), 201)
    const thumb = await react('+1')
    has(thumb.row(), { name: 'thumbsup' }, thumb)
    const text = '404 Award Emoji Name is not a valid emoji name Not Found'
    for (const name of ['no_such_emoji', 'Tada', ':tada:']) says(await react(name), 404, text)
  },
})
