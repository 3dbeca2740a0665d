import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, textIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'

/** An attribute whose texts have a most number of characters. */
interface Limited {
  readonly operation: string
  readonly attribute: string
  readonly most: number
  /** What the path names and the call needs beside the text. */
  readonly beside: (stage: Stage) => Promise<Params>
}

const project = async (stage: Stage): Promise<Params> => ({ id: stage.project.id })

async function milestone({ call, project: { id } }: Stage): Promise<Params> {
  const row = arranged(await call('POST /projects/:id/milestones', { id, title: 'One' }))
  return { id, milestone_id: numberIn(row, 'id') }
}

async function userList({ call, project: { id } }: Stage): Promise<Params> {
  const wish = { id, name: 'One', user_xids: 'a' }
  const row = arranged(await call('POST /projects/:id/feature_flags_user_lists', wish))
  return { id, iid: numberIn(row, 'iid') }
}

const limited: readonly Limited[] = [
  { operation: 'POST /projects/:id/milestones', attribute: 'title', most: 255, beside: project },
  {
    operation: 'PUT /projects/:id/milestones/:milestone_id',
    attribute: 'title',
    most: 255,
    beside: milestone,
  },
  {
    operation: 'POST /projects/:id/feature_flags_user_lists',
    attribute: 'name',
    most: 255,
    beside: async (stage) => ({ id: stage.project.id, user_xids: 'a' }),
  },
  {
    operation: 'PUT /projects/:id/feature_flags_user_lists/:iid',
    attribute: 'name',
    most: 255,
    beside: userList,
  },
]

/** Characters of two and of three bytes. */
const characters = ['ü', '数', '🦊'] as const

const cases = limited.flatMap((it) => characters.map((character) => ({ ...it, character })))

export const textLengths = check<string>({
  id: 'conventions/text-lengths',
  says: 'The length of a text is counted in characters, however many bytes they have: one of the greatest length is kept whole, and one character more answers 400',
  source: 'milestones#title-length, feature-flag-user-lists#name-length, runners#maintenance-note-length',
  level: 'must',
  covers: limited.map(({ operation }) => operation),
  each: () => cases.map(({ operation, character }) => `${operation} ${character}`),
  holds: async (stage, name) => {
    const it = cases.find(({ operation, character }) => `${operation} ${character}` === name)
    if (it === undefined) return
    const { operation, attribute, most, character } = it
    const beside = await it.beside(stage)
    const longest = character.repeat(most)
    const kept = await stage.call(operation, { ...beside, [attribute]: longest })
    answers(kept, [200, 201])
    equals(attribute, textIn(kept.row(), attribute), longest, kept)
    answers(await stage.call(operation, { ...beside, [attribute]: longest + character }), 400)
  },
})

/** Bytes that are no UTF-8: an overlong form, half of a character, and values that no text has. */
const bytes = Uint8Array.of(0xc0, 0xaf, 0x61, 0xe6, 0x95, 0x0a, 0xff, 0xfe, 0x00, 0x80)

export const bytesKept = check({
  id: 'conventions/bytes-kept',
  says: 'A file whose bytes are no UTF-8 is read back byte for byte, by its path, as a blob and in Base64',
  source: 'repository-files#raw, repository#blob-raw, repository#blob',
  level: 'must',
  covers: ['GET /projects/:id/repository/blobs/:sha/raw', 'GET /projects/:id/repository/blobs/:sha'],
  holds: async ({ call, project: { id, branch } }) => {
    const content = btoa(String.fromCharCode(...bytes))
    const actions = [{ action: 'create', file_path: 'Größe 数.bin', content, encoding: 'base64' }]
    const wish = { id, branch, commit_message: 'Add bytes', actions } as Params
    arranged(await call('POST /projects/:id/repository/commits', wish))
    const file = { id, file_path: 'Größe 数.bin', ref: branch }
    const row = arranged(await call('GET /projects/:id/repository/files/:file_path', file))
    equals('the content', row.content, content)
    const sha = textIn(row, 'blob_id')
    equals(
      'the blob',
      arranged(await call('GET /projects/:id/repository/blobs/:sha', { id, sha })).content,
      content,
    )
    for (const reply of [
      await call('GET /projects/:id/repository/files/:file_path/raw', file),
      await call('GET /projects/:id/repository/blobs/:sha/raw', { id, sha }),
    ]) {
      answers(reply, 200)
      equals('the bytes', [...reply.bytes], [...bytes], reply)
    }
  },
})

export const malformedBodies = check<string>({
  id: 'conventions/malformed-bodies',
  says: 'A form whose values are no UTF-8 or hold a NUL byte answers 400 `Bad Request` as plain text, and creates nothing',
  source: 'conventions#malformed-strings',
  level: 'should',
  covers: ['POST /projects/:id/milestones'],
  each: () => ['title=%ff', 'title=a%00b', 'title=a&description=%e6%95', 'title=%c0%af'],
  holds: async ({ send, call, project: { id } }, body) => {
    const contentType = 'application/x-www-form-urlencoded'
    const reply = await send('POST', `/projects/${id}/milestones`, { body, contentType })
    answers(reply, 400)
    equals('the body', reply.text, 'Bad Request', reply)
    answers(await call('GET /projects/:id/milestones', { id }), 200, [])
  },
})
