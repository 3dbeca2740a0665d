import { type GitbeakerRequestError, Gitlab } from '@gitbeaker/rest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Server } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

async function refusal(call: Promise<unknown>) {
  const error = (await call.then(
    () => undefined,
    (problem) => problem,
  )) as GitbeakerRequestError | undefined
  return error?.cause?.response.status
}

describe.each(['specification', 'real'] as const)('a client in the dialect %s', (dialect) => {
  let server: Server
  beforeEach(async () => {
    server = await testSimulator({ dialect }).listen()
  })
  afterEach(() => server.close())

  const as = (user: string) => new Gitlab({ host: server.url, token: `${user}-token` })

  async function ended(id: number): Promise<string> {
    for (let i = 0; i < 15; i++) {
      const { import_status } = await as('alice').ProjectImportExports.showImportStatus(id)
      if (!['scheduled', 'started'].includes(String(import_status))) return String(import_status)
    }
    throw new Error('the import does not end')
  }

  test('imports a hosted repository under a new name, with its requests', async () => {
    const { Import, MergeRequests, ProjectImportExports } = as('alice')
    const options = { newName: 'Weather', optionalStages: { attachments_import: 'true' } }
    const started = await Import.importGithubRepository('remote-token', 1, 'acme', options)
    expect(started).toMatchObject({ name: 'Weather', full_path: '/acme/weather' })
    expect(await ended(started.id)).toBe('finished')
    expect(await MergeRequests.all({ projectId: started.id })).toHaveLength(2)
    const { import_type } = await ProjectImportExports.showImportStatus(started.id)
    expect(import_type).toBe(dialect === 'real' ? 'github' : 'extgit')
  })

  test('cancels an import, once', async () => {
    const { Import } = as('alice')
    const { id } = await Import.importGithubRepository('remote-token', 1, 'acme')
    expect(await Import.cancelGithubRepositoryImport(id)).toMatchObject({ id, import_status: 'canceled' })
    expect(await refusal(Import.cancelGithubRepositoryImport(id))).toBe(400)
    expect(await ended(id)).toBe('canceled')
  })

  test('imports gists, and reads them as snippets', async () => {
    const { Import, Snippets } = as('alice')
    expect(await refusal(Import.importGithubGists('remote-token'))).toBe(404)
    await as('root').requester.post('features/github_import_gists', { body: { value: 'true' } } as never)
    await Import.importGithubGists('remote-token')
    expect(await refusal(Import.importGithubGists('remote-token'))).toBe(422)
    const found = async () => (await Snippets.all()).find(({ title }) => title === 'Shell aliases')
    let snippet = await found()
    for (let i = 0; i < 5 && snippet === undefined; i++) snippet = await found()
    expect(snippet).toMatchObject({ visibility: 'public', file_name: 'aliases.sh' })
    expect(await Snippets.showRepositoryFileContent(snippet?.id ?? 0, 'main', 'README.md')).toBe('Aliases\n')
    await Snippets.remove(snippet?.id ?? 0)
    expect(await refusal(Snippets.show(snippet?.id ?? 0))).toBe(404)
  })

  test('imports from a self-hosted server', async () => {
    const { Import } = as('alice')
    const at = ['https://server.example', 'somebody', 'remote-token', 'SRC', 'weather'] as const
    const started = await Import.importBitbucketServerRepository(...at, { targetNamespace: 'acme' })
    expect(started).toMatchObject({ full_path: '/acme/weather', import_source: 'SRC/weather' })
    expect(await ended(started.id)).toBe('finished')
    expect(await refusal(Import.importBitbucketServerRepository(...at, { targetNamespace: 'acme' }))).toBe(
      422,
    )
  })
})
