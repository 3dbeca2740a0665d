import fc from 'fast-check'
import { commitFolder, commitId } from '../../arrange/repository.ts'
import { folders, hostilePaths, hostileRefs } from '../../draw/folders.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, holds, refuses, says, textIn } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { unlessClimbing } from '../../kit/later.ts'
import { entriesOf, type Folder } from '../../oracle/folder.ts'
import { linkPath, parseLinks } from '../../oracle/paging.ts'
import { nounMissing } from '../../oracle/texts.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const tree = 'GET /projects/:id/repository/tree'

const missing = nounMissing('Tree')

export const treeEntries = check({
  id: 'repository/tree-entries',
  says: "A tree lists directories first and then files, in git's order and with git's IDs",
  source: 'repository#tree-entry, repository#tree-order, repository#object-ids',
  level: 'must',
  covers: [tree],
  over: () => folders,
  holds: async (stage, folder) => {
    const { call, project } = stage
    await commitFolder(stage, { branch: project.branch, after: folder })
    for (const recursive of [true, false]) {
      const reply = await call(tree, { id: project.id, recursive, per_page: 100 })
      equals('the entries', reply.rows().map(withoutTreeId), await entriesOf(folder, '', recursive), reply)
    }
    for (const { path } of (await entriesOf(folder, '', true)).filter(({ type }) => type === 'tree')) {
      const reply = await call(tree, { id: project.id, path: path ?? '', per_page: 100 })
      const expected = await entriesOf(folder, String(path), false)
      equals(`the entries of ${path}`, reply.rows().map(withoutTreeId), expected, reply)
    }
  },
})

// The suite computes the ids of blobs alone; those of directories have the right form.
function withoutTreeId(row: Row): Row {
  holds(/^[0-9a-f]{40}$/.test(textIn(row, 'id')), 'an id has 40 digits', row.id)
  const { id, name, type, path, mode } = row
  const rest = { name, type, path, mode } as Row
  return type === 'tree' ? rest : ({ id, ...rest } as Row)
}

export const treeKeyset = check({
  id: 'repository/tree-keyset',
  says: 'The pages of a tree by keyset pagination hold every entry once, also where files are equal, and have no totals',
  source: 'repository#tree-keyset, repository#tree-token',
  level: 'must',
  covers: [tree],
  over: () => fc.tuple(folders, fc.integer({ min: 1, max: 4 })),
  holds: async (stage, [folder, per_page]: [Folder, number]) => {
    const { call, project } = stage
    await commitFolder(stage, { branch: project.branch, after: folder })
    const query = { id: project.id, recursive: true }
    const whole = await call(tree, { ...query, per_page: 100 })
    const walked: Row[] = []
    let reply = await call(tree, { ...query, pagination: 'keyset', per_page })
    for (let turn = 0; turn <= whole.rows().length; turn++) {
      walked.push(...reply.rows())
      for (const name of ['x-total', 'x-total-pages', 'x-page', 'x-next-page'])
        equals(name, reply.headers[name], undefined, reply)
      const links = parseLinks(reply.headers.link)
      const rels = reply.rows().length === per_page ? ['next'] : []
      equals(
        'the links',
        links.map(({ rel }) => rel),
        rels,
        reply,
      )
      const next = links[0]
      if (next === undefined) break
      reply = await stage.send('GET', linkPath(next.url))
    }
    equals('what the pages lead through', walked, whole.json, reply)
  },
})

export const treePageToken = check({
  id: 'repository/tree-page-token',
  says: 'The ID of an entry is a valid page token; an unknown token and an unknown kind of pagination are refused',
  source: 'repository#tree-token, repository#tree-token-unknown, repository#tree-pagination',
  level: 'should',
  covers: [tree],
  holds: async (stage) => {
    const { call, project } = stage
    const after = new Map([...'abcd'].map((name) => [name, `${name}\n`]))
    await commitFolder(stage, { branch: project.branch, after })
    const [, second, ...others] = (await call(tree, { id: project.id })).rows()
    const after2 = { id: project.id, pagination: 'keyset', page_token: textIn(second ?? {}, 'id') }
    answers(await call(tree, after2), 200, others)
    const reply = await call(tree, { ...after2, page_token: 'nothing' }, { mayFault: true })
    holds(reply.status >= 400, 'an unknown token is refused', reply.status, reply)
    refuses(await call(tree, { id: project.id, pagination: 'any' }), 'pagination does not have a valid value')
  },
})

export const treeRef = check({
  id: 'repository/tree-ref',
  says: 'A tree is that of the given branch, tag or commit, by default of the default branch',
  source: 'repository#tree-ref',
  level: 'must',
  covers: [tree],
  over: () => fc.tuple(folders, folders),
  holds: async (stage, [first, second]: [Folder, Folder]) => {
    const { call, project } = stage
    const before = new Map([...first, ['first', '']])
    const id = await commitId(stage, { branch: project.branch, after: before })
    const tag = { id: project.id, tag_name: 'v1/tagged', ref: id }
    expectArranged(await call('POST /projects/:id/repository/tags', tag, { as: 'owner' }))
    const after = new Map([...second, ['second', '']])
    await commitFolder(stage, { branch: 'topic/one', from: project.branch, before, after })
    const list = (ref?: string) => call(tree, { id: project.id, ref, recursive: true, per_page: 100 })
    for (const ref of [undefined, project.branch, 'v1/tagged', id, id.slice(0, 12)])
      await shows(list(ref), before)
    for (const ref of ['topic/one', 'refs/heads/topic/one']) await shows(list(ref), after)
  },
})

async function shows(listed: ReturnType<Stage['call']>, folder: Folder): Promise<void> {
  const reply = await listed
  const expected = (await entriesOf(folder, '', true)).map(({ path }) => path ?? null)
  equals(
    'the paths',
    reply.rows().map(({ path }) => path ?? null),
    expected,
    reply,
  )
}

export const treeRefUnknown = check({
  id: 'repository/tree-ref-unknown',
  says: 'The tree of an unknown ref answers 404 `404 Tree Not Found`',
  source: 'repository#tree-missing',
  level: 'must',
  covers: [tree],
  needs: { repository: true, found: true },
  readOnly: true,
  each: () => hostileRefs,
  holds: async (stage, ref) => {
    const reply = await stage.call(tree, { id: stage.project.id, ref })
    await unlessClimbing(stage, reply, () => answers(reply, missing.status, missing.body))
  },
})

export const treePathMissing = check({
  id: 'repository/tree-path-missing',
  says: 'A path that does not exist, and a path of a file, have an empty tree; from 17.7 on there is none',
  source: 'repository#tree-path-missing, repository#tree-path-file, repository#later-missing-path',
  level: 'should',
  covers: [tree],
  needs: { repository: true, found: true },
  readOnly: true,
  each: () => [...hostilePaths, 'README.md'],
  holds: async (stage, path) => {
    for (const recursive of [false, true]) {
      const reply = await stage.call(tree, { id: stage.project.id, path, recursive })
      await unlessClimbing(stage, reply, () =>
        stage.changed('repository#later-missing-path', {
          before: () => answers(reply, 200, []),
          after: () => says(reply, 404, '404 invalid revision or path Not Found'),
        }),
      )
    }
  },
})

export const treePathSlashes = check({
  id: 'repository/tree-path-slashes',
  says: 'Slashes at either end of a path do not count, and `/` is the root of the tree',
  source: 'repository#tree-slashes',
  level: 'should',
  covers: [tree],
  over: () => folders,
  share: 0.3,
  holds: async (stage, folder) => {
    const { call, project } = stage
    await commitFolder(stage, { branch: project.branch, after: new Map([...folder, ['dir/file', '']]) })
    const root = await call(tree, { id: project.id })
    for (const path of ['', '/']) answers(await call(tree, { id: project.id, path }), 200, root.json ?? null)
    const inside = await call(tree, { id: project.id, path: 'dir' })
    for (const path of ['dir/', '/dir', '/dir/'])
      answers(await call(tree, { id: project.id, path }), 200, inside.json ?? null)
  },
})

export const emptyRepository = check({
  id: 'repository/empty-repository',
  says: 'An empty repository has no tree, no refs and no contributors',
  source:
    'repository#tree-missing, repository#contributors-empty, repository#merge-base-refused, repository#compare-refused',
  level: 'must',
  covers: [
    tree,
    'GET /projects/:id/repository/contributors',
    'GET /projects/:id/repository/merge_base',
    'GET /projects/:id/repository/compare',
  ],
  readOnly: true,
  holds: async ({ call, project }) => {
    const { id, branch } = project
    answers(await call(tree, { id }), missing.status, missing.body)
    const people = await call('GET /projects/:id/repository/contributors', { id })
    holds(
      people.status === 404 || (people.status === 200 && people.text === '[]'),
      'there are no contributors',
      people.json,
      people,
    )
    const refs = { id, refs: [branch, branch] }
    says(await call('GET /projects/:id/repository/merge_base', refs), 400, `Could not find ref: ${branch}`)
    const compared = await call('GET /projects/:id/repository/compare', { id, from: branch, to: branch })
    says(compared, 404, '404 Ref Not Found')
  },
})

export const treeRecursive = check({
  id: 'repository/tree-recursive',
  says: '`recursive` is true for `true` and `1`, and false for `false`, `0` and when it is not sent',
  source: 'repository#tree-recursive',
  level: 'must',
  covers: [tree],
  holds: async (stage) => {
    const { call, project } = stage
    await commitFolder(stage, { branch: project.branch, after: new Map([['dir/file', '']]) })
    const paths = async (recursive: string | undefined) =>
      (await call(tree, { id: project.id, recursive })).rows().map(({ path }) => path ?? null)
    for (const word of ['true', '1']) equals(`with ${word}`, await paths(word), ['dir', 'dir/file'])
    for (const word of [undefined, 'false', '0']) equals(`with ${word}`, await paths(word), ['dir'])
    refuses(await call(tree, { id: project.id, recursive: 'all' }), 'recursive is invalid')
  },
})

export const orderOfRefusals = check<string>({
  id: 'repository/order-of-refusals',
  says: 'A project that is not seen is refused before a missing right, a missing right before a wrong parameter, and that before a missing ref',
  source: 'repository#order-of-refusals, repository#refusals',
  level: 'must',
  covers: [tree, 'GET /projects/:id/repository/compare', 'GET /projects/:id/repository/merge_base'],
  needs: { repository: true },
  readOnly: true,
  each: () => [tree, 'GET /projects/:id/repository/compare', 'GET /projects/:id/repository/merge_base'],
  holds: async (stage, operation) => {
    const { call, project } = stage
    // Wrong for each of them, together with a ref that leads nowhere.
    const wrong = { id: project.id, pagination: 'any', from: 'missing', ref: 'missing' }
    for (const [as, status] of [
      ['stranger', 404],
      ['anonymous', 404],
      ['guest', 403],
    ] as const) {
      if (as !== 'anonymous' && !stage.has(as)) continue
      const message = status === 403 ? '403 Forbidden' : '404 Project Not Found'
      says(await call(operation, wrong, { as }), status, message)
    }
    const reply = await call(operation, wrong)
    answers(reply, 400)
    holds(reply.text.includes('"error"'), 'a parameter is refused', reply.json, reply)
  },
})
