import fc from 'fast-check'
import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn, says } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, type Stage } from '../../run/stage.ts'

const snippets = '/projects/:id/snippets'

const add = `POST ${snippets}`

const one = `GET ${snippets}/:snippet_id`

const list = `GET ${snippets}`

const change = `PUT ${snippets}/:snippet_id`

const remove = `DELETE ${snippets}/:snippet_id`

const raw = `GET ${snippets}/:snippet_id/raw`

const rawFile = `GET ${snippets}/:snippet_id/files/:ref/:file_path/raw`

export const life = check({
  id: 'snippets/life',
  says: 'A snippet is created, listed, updated and read with its content, and answers 404 once it is deleted',
  source: 'snippets#create, snippets#update, snippets#raw, snippets#delete, snippets#missing',
  level: 'should',
  covers: [add, one, list, change, remove, raw],
  holds: async ({ call, project: { id } }) => {
    const added = await call(add, { id, ...single, visibility: 'private' })
    answers(added, 201)
    has(added.row(), { title: single.title, file_name: single.file_name, visibility: 'private' }, added)
    const at = { id, snippet_id: numberIn(added.row(), 'id') }
    const changed = await call(change, { ...at, title: 'Better', content: 'Two' })
    answers(changed, 200)
    has(changed.row(), { title: 'Better', file_name: single.file_name, visibility: 'private' }, changed)
    equals('what is read', (await call(one, at)).json, changed.json)
    equals('what is in it', (await call(raw, at)).text, 'Two')
    equals('the address of its text', changed.row().raw_url ?? null, `${changed.row().web_url}/raw`, changed)
    equals(
      'what is listed',
      (await call(list, { id })).rows().map((row) => row.id ?? 0),
      [at.snippet_id],
    )
    answers(await call(remove, at), 204)
    says(await call(raw, at), 404, '404 Snippet Not Found')
  },
})

const single = { title: 'Good', file_name: 'one.txt', content: 'One' }

const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'] as const

type Step = readonly ['create' | 'update' | 'delete' | 'move', (typeof names)[number], (typeof names)[number]]

export const files = check<readonly Step[]>({
  id: 'snippets/files',
  says: "An update of a snippet's files is applied as a whole, or refused without changing any file",
  source: 'snippets#file-actions, snippets#file-action-refused, snippets#raw-file',
  level: 'should',
  covers: [change, rawFile],
  over: () =>
    fc.array(
      fc.tuple(
        fc.constantFrom('create' as const, 'update' as const, 'delete' as const, 'move' as const),
        fc.constantFrom(...names),
        fc.constantFrom(...names),
      ),
      { minLength: 1, maxLength: 6 },
    ),
  holds: async (stage, steps) => {
    const { call, project } = stage
    const files = [{ file_path: 'a.txt', content: 'first' }]
    const added = arranged(await call(add, { id: project.id, title: 'Files', visibility: 'private', files }))
    const at = { id: project.id, snippet_id: numberIn(added, 'id') }
    const expected = new Map([['a.txt', 'first']])
    for (const [index, step] of steps.entries()) {
      const fits = apply(expected, step, `${index}`)
      const reply = await call(change, { ...at, files: [asked(step, `${index}`)] } as Params)
      answers(reply, fits ? 200 : [400, 422])
    }
    await look(stage, at, expected)
  },
})

function asked([action, file_path, previous_path]: Step, content: string) {
  if (action === 'move') return { action, file_path, previous_path }
  return action === 'delete' ? { action, file_path } : { action, file_path, content }
}

function apply(files: Map<string, string>, [action, path, previous]: Step, content: string): boolean {
  const there = files.has(path)
  switch (action) {
    case 'create':
      if (there) return false
      files.set(path, content)
      return true
    case 'update':
      if (!there) return false
      files.set(path, content)
      return true
    case 'delete':
      if (!there || files.size === 1) return false
      files.delete(path)
      return true
    default: {
      const moved = files.get(previous)
      if (there || moved === undefined) return false
      files.delete(previous)
      files.set(path, moved)
      return true
    }
  }
}

// The branch of a snippet is named by the installation, which a group need not follow.
async function look({ call }: Stage, at: Params, expected: ReadonlyMap<string, string>) {
  for (const file_path of names) {
    const reply = await call(rawFile, { ...at, ref: 'HEAD', file_path })
    const content = expected.get(file_path)
    answers(reply, content === undefined ? 404 : 200)
    if (content !== undefined) equals(`what is in ${file_path}`, reply.text, content)
  }
}

export const reference = check({
  id: 'snippets/unknown-reference',
  says: 'A file of a snippet at a ref that is not there answers 404 with the ref in question, whatever the path',
  source: 'snippets#raw-reference, snippets#raw-file',
  level: 'should',
  covers: [rawFile],
  holds: async ({ call, project: { id } }) => {
    const snippet_id = numberIn(arranged(await call(add, { id, ...single, visibility: 'private' })), 'id')
    for (const file_path of [single.file_name, 'two.txt']) {
      const lost = await call(rawFile, { id, snippet_id, ref: 'nowhere', file_path })
      says(lost, 404, '404 Reference Not Found')
    }
    says(
      await call(rawFile, { id, snippet_id, ref: 'HEAD', file_path: 'two.txt' }),
      404,
      '404 File Not Found',
    )
  },
})

export const owners = check({
  id: 'snippets/owners',
  says: 'The author of a snippet and Maintainers update it; other members only read it',
  source: 'snippets#owners, snippets#visibility',
  level: 'should',
  covers: [change, remove],
  needs: { role: 'maintainer' },
  holds: async ({ call, project: { id } }) => {
    const added = await call(add, { id, ...single, visibility: 'private' }, { as: 'reporter' })
    answers(added, 201)
    const at = { id, snippet_id: numberIn(added.row(), 'id') }
    for (const as of ['reporter', 'maintainer'] as const)
      answers(await call(change, { ...at, title: as }, { as }), 200)
    for (const as of ['guest', 'developer'] as const) {
      answers(await call(one, at, { as }), 200)
      answers(await call(change, { ...at, title: as }, { as }), 403)
      answers(await call(remove, at, { as }), 403)
    }
  },
})

export const createRefused = check<readonly [Params, number]>({
  id: 'snippets/create-refused',
  says: 'A snippet without a title, without exactly one of `content` and `files`, or with `content` and no `file_name`, answers 400 and is not created',
  source: 'snippets#title, snippets#content-or-files, snippets#file-name, snippets#file-path',
  level: 'should',
  covers: [add],
  each: () => [
    [{ file_name: 'y', content: 'x' }, 400],
    [{ title: '', file_name: 'y', content: 'x' }, 400],
    [{ title: 'x' }, 400],
    [{ title: 'x', content: 'x' }, 400],
    [{ title: 'x', file_name: 'y', content: 'x', files: [{ file_path: 'y', content: 'y' }] } as Params, 400],
    [{ title: 'x', files: [{ file_path: '../y', content: 'y' }] } as Params, 400],
  ],
  holds: async ({ call, project: { id } }, [params, status]) => {
    answers(await call(add, { id, visibility: 'private', ...params }), status)
    equals('what is listed', (await call(list, { id })).rows().length, 0)
  },
})
