import { createdUser } from '../../arrange/users.ts'
import { check } from '../../kit/check.ts'
import { equals, numberIn, textIn } from '../../kit/expect.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import { everywhere } from './searches.ts'

const levels = ['private', 'internal', 'public'] as const
type Level = (typeof levels)[number]
type Place = 'of the project' | 'of a user'

interface Made {
  readonly place: Place
  readonly level: Level
  readonly title: string
}

/** A snippet of each visibility in a public project, and one of its owner alone. */
async function snippets(stage: Stage): Promise<readonly Made[]> {
  const word = `${stage.prefix.replaceAll(/[^a-z0-9]/g, '')}seen`
  const made: Made[] = []
  for (const place of ['of the project', 'of a user'] as const)
    for (const level of levels) {
      const title = `${word} ${level} ${place}`
      const wish = { title, visibility: level, files: [{ file_path: 'a.txt', content: 'Content' }] }
      const reply =
        place === 'of a user'
          ? await stage.call('POST /snippets', wish, { as: 'owner' })
          : await stage.call('POST /projects/:id/snippets', { id: stage.project.id, ...wish })
      // An installation may restrict what its users make visible.
      if (arranged(reply).visibility === level) made.push({ place, level, title })
    }
  return made
}

async function found(
  { call, skip }: Stage,
  [first]: readonly Made[],
  caller: Parameters<Stage['call']>[2],
): Promise<readonly string[]> {
  if (first === undefined) return skip('no snippet is as visible as it was to be')
  const asked = { scope: 'snippet_titles', search: first.title.split(' ')[0], per_page: 100 }
  const reply = await call(everywhere, asked, caller)
  return reply
    .rows()
    .map((row) => textIn(row, 'title'))
    .sort()
}

const titles = (made: readonly Made[], shown: (it: Made) => boolean) =>
  made
    .filter(shown)
    .map(({ title }) => title)
    .sort()

export const seenSnippets = check<'owner' | 'guest' | 'stranger', readonly Made[]>({
  id: 'search/seen-snippets',
  says: 'A private snippet is found by its author, and one of a project by its members; one that is internal or public by everybody who is signed in',
  source: 'search#snippets, snippets#visibility',
  level: 'must',
  covers: [everywhere],
  needs: { project: 'public' },
  readOnly: true,
  arrange: snippets,
  each: () => ['owner', 'guest', 'stranger'],
  holds: async (stage, who, made) => {
    const shown = ({ level, place }: Made) =>
      level !== 'private' || who === 'owner' || (who === 'guest' && place === 'of the project')
    equals(`what the ${who} finds`, await found(stage, made, { as: who }), titles(made, shown))
  },
})

export const snippetsSeenFromOutside = check({
  id: 'search/snippets-seen-from-outside',
  says: 'External users find public snippets alone, and all others internal ones, too',
  source: 'search#snippets, snippets#visibility',
  level: 'must',
  covers: [everywhere],
  needs: { project: 'public', role: 'admin', rewinds: true },
  holds: async (stage) => {
    const made = await snippets(stage)
    const id = numberIn(await createdUser(stage, 'outside', 'admin'), 'id')
    const wish = { user_id: id, name: 'Search', scopes: ['api'] }
    const issued = await stage.call('POST /users/:user_id/impersonation_tokens', wish, { as: 'admin' })
    const headers = { 'private-token': textIn(arranged(issued), 'token') }
    const theirs = () => found(stage, made, { as: 'anonymous', headers })
    equals(
      'what somebody finds',
      await theirs(),
      titles(made, ({ level }) => level !== 'private'),
    )
    expectArranged(await stage.call('PUT /users/:id', { id, external: true }, { as: 'admin' }))
    equals(
      'what they find from outside',
      await theirs(),
      titles(made, ({ level }) => level === 'public'),
    )
  },
})
