import { createHash } from 'node:crypto'
import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

const PROJECT = 'acme/webapp'

// Ids are those of git: the hash of a header and the bytes.
function blobId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  let server: Server
  beforeAll(async () => {
    server = await testSimulator({ dialect }).listen()
  })
  afterAll(() => server.close())

  const as = (user?: string) =>
    new Gitlab({ host: server.url, token: user === undefined ? '' : `${user}-token` })

  test('walks the tree page by page, by number and by keyset, and finds the same', async () => {
    const { Repositories } = as('dave')
    const all = await Repositories.allRepositoryTrees(PROJECT, { recursive: true, perPage: 100 })
    const paged = await Repositories.allRepositoryTrees(PROJECT, { recursive: true, perPage: 7 })
    const keyset = await Repositories.allRepositoryTrees(PROJECT, {
      recursive: true,
      perPage: 7,
      pagination: 'keyset',
    })
    expect(paged).toEqual(all)
    expect(keyset).toEqual(all)
    expect(all.map(({ path }) => path)).toContain('src/lib/money.js')
  })

  test('reads blobs whose ids are the hash of their content', async () => {
    const { Repositories } = as('dave')
    const entries = await Repositories.allRepositoryTrees(PROJECT, { perPage: 100 })
    const blobs = entries.filter(({ type }) => type === 'blob')
    expect(blobs.length).toBeGreaterThan(3)
    for (const { id } of blobs) {
      const shown = await Repositories.showBlob(PROJECT, id)
      expect(blobId(Buffer.from(shown.content, 'base64'))).toBe(id)
      // The client hands over text as text.
      const raw: unknown = await Repositories.showBlobRaw(PROJECT, id)
      expect(blobId(Buffer.from(String(raw)))).toBe(id)
    }
  })

  test('compares, and asks for the merge base and the contributors', async () => {
    const { Repositories } = as('dave')
    const { commits, diffs } = await Repositories.compare(PROJECT, 'v1.3.0', 'v1.4.0')
    expect((commits?.length ?? 0) * (diffs?.length ?? 0)).toBeGreaterThan(0)
    const base = await Repositories.mergeBase(PROJECT, ['v1.3.0', 'v1.4.0'])
    expect(base.id).toBe((await Repositories.mergeBase(PROJECT, ['v1.4.0', 'v1.3.0'])).id)
    const contributors = await Repositories.allContributors(PROJECT)
    expect(contributors.map(({ email }) => email)).toContain('carol@example.com')
  })

  test('downloads an archive', async () => {
    const archive = await as('dave').Repositories.showArchive(PROJECT, { fileType: 'tar.gz', sha: 'v1.4.0' })
    const [first, second] = new Uint8Array(await archive.arrayBuffer())
    expect([first, second]).toEqual([0x1f, 0x8b])
  })

  test('reads notes for a release', async () => {
    const { notes } = await as('dave').Repositories.showChangelog(PROJECT, '1.5.0')
    expect(notes).toMatch(/^## 1\.5\.0 \(/)
  })

  test('is told that there is nothing for strangers', async () => {
    await expect(as('mallory').Repositories.allRepositoryTrees(PROJECT)).rejects.toThrow()
  })
})
