import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from '../testing/calls.ts'
import { type Served, serve } from './testing/served.ts'

/** What somebody does to the repository: with git, or through the API. */
type Doing =
  | { readonly does: 'commit'; readonly on: string; readonly lines: number; readonly thin: boolean }
  | { readonly does: 'rewind'; readonly on: string }
  | { readonly does: 'merge'; readonly on: string; readonly of: string }
  | { readonly does: 'tag'; readonly of: string; readonly annotated: boolean }
  | { readonly does: 'delete'; readonly on: string }
  | { readonly does: 'file'; readonly on: string; readonly folder: string }
  | { readonly does: 'repack' }

const branch = fc.constantFrom('one', 'two', 'three')
const doing: fc.Arbitrary<Doing> = fc.oneof(
  fc.record({
    does: fc.constant('commit' as const),
    on: branch,
    lines: fc.constantFrom(1, 3, 400),
    thin: fc.boolean(),
  }),
  fc.record({ does: fc.constant('rewind' as const), on: branch }),
  fc.record({ does: fc.constant('merge' as const), on: branch, of: branch }),
  fc.record({ does: fc.constant('tag' as const), of: branch, annotated: fc.boolean() }),
  fc.record({ does: fc.constant('delete' as const), on: branch }),
  fc.record({ does: fc.constant('file' as const), on: branch, folder: fc.constantFrom('', 'a/', 'a/b/c/') }),
  fc.record({ does: fc.constant('repack' as const) }),
)

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

test('git finds nothing wrong in what any mixture of pushes and commits left', async () => {
  let run = 0
  let references = 0
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 6, maxLength: 10 }), async (doings) => {
      const work = `work${++run}`
      const { json } = callsOf(served.simulator, 'alice').post('/projects', { name: work })
      const url = served.address(`alice/${work}.git`, 'alice-token')
      await served.read('.', 'init', '-q', '-b', 'one', work)
      await served.read(work, 'remote', 'add', 'origin', url)
      for (const [i, it] of doings.entries()) await does(work, json.id, it, i)
      references += await expectSound(work, url)
    }),
    { numRuns: 2, seed: 23 },
  )
  expect(references).toBeGreaterThan(run)
})

async function does(work: string, project: number, it: Doing, i: number): Promise<void> {
  const git = (...args: string[]) => served.git(work, ...args)
  const on = async (name: string) => {
    await git('fetch', '-q', 'origin')
    const there = await git('checkout', '-q', '-B', name, `origin/${name}`)
    if (!there.ok) await git('checkout', '-q', '-B', name)
  }
  switch (it.does) {
    case 'commit': {
      await on(it.on)
      const text = Array.from({ length: it.lines }, (_, line) => `line ${line} ${line % 7 === i ? i : ''}\n`)
      writeFileSync(join(served.folder, work, `file${i % 3}.txt`), text.join(''))
      await git('add', '-A')
      await git('commit', '-q', '--allow-empty', '-m', `Change ${i}`)
      await git('push', '-q', it.thin ? '--thin' : '--no-thin', 'origin', it.on)
      break
    }
    case 'rewind':
      await on(it.on)
      if ((await git('reset', '-q', '--hard', 'HEAD~1')).ok) await git('push', '-q', '-f', 'origin', it.on)
      break
    case 'merge':
      await on(it.of)
      await on(it.on)
      await git('merge', '-q', '--no-edit', '-X', 'ours', '--allow-unrelated-histories', it.of)
      await git('push', '-q', 'origin', it.on)
      break
    case 'tag':
      await on(it.of)
      await git('tag', `v${i}`, ...(it.annotated ? ['-m', `Version ${i}`] : []))
      await git('push', '-q', 'origin', '--tags')
      break
    case 'delete':
      await git('push', '-q', 'origin', `:${it.on}`)
      break
    case 'file': {
      const body = { branch: it.on, content: `${i}\n`, commit_message: `Add ${i}` }
      const path = encodeURIComponent(`${it.folder}new${i}.txt`)
      callsOf(served.simulator, 'alice').post(`/projects/${project}/repository/files/${path}`, body)
      break
    }
    case 'repack':
      await git('repack', '-adfq')
      break
    default:
      it satisfies never
  }
}

/** Clones and checks a repository, and answers how many references it has. */
async function expectSound(work: string, url: string): Promise<number> {
  const clone = `${work}-clone`
  await served.read('.', 'clone', '-q', '--mirror', url, clone)
  const { ok, out, said } = await served.git(clone, 'fsck', '--full', '--strict', '--no-dangling')
  // Of a clone without a branch, fsck says that it has none.
  const told = (out + said).split('\n').filter((line) => line !== '' && !/^notice: |unborn/.test(line))
  expect([ok, told]).toEqual([true, []])
  const refs = (folder: string, ...args: string[]) =>
    served.read(folder, 'ls-remote', '--refs', ...args).then((list) => list.split('\n').sort())
  const there = await refs(clone, '.')
  expect(there).toEqual(await refs('.', url))
  return there.length
}
