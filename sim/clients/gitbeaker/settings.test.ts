import { GitbeakerRequestError, Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Server, Simulator, Snapshot } from '../../index.ts'
import { testSimulator } from '../../testing/calls.ts'

describe.each(['real', 'specification'] as const)(
  'a client of the real service with settings, in the dialect %s,',
  (dialect) => {
    let sim: Simulator
    let server: Server
    let fresh: Snapshot
    beforeAll(async () => {
      sim = testSimulator({ dialect })
      server = await sim.listen()
      fresh = sim.snapshot()
    })
    beforeEach(() => sim.restore(fresh))
    afterAll(() => server.close())

    const as = (user: string) => new Gitlab({ host: server.url, token: `${user}-token` })

    test('reads them, and as an administrator alone', async () => {
      const settings = await as('root').ApplicationSettings.show()
      expect(settings).toMatchObject({ bulk_import_enabled: true, default_project_visibility: 'private' })
      const refused = await as('alice')
        .ApplicationSettings.show()
        .catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(GitbeakerRequestError)
      expect((refused as GitbeakerRequestError).cause?.response.status).toBe(403)
    })

    test('changes them, in its own spelling', async () => {
      const changed = await as('root').ApplicationSettings.edit({
        defaultProjectVisibility: 'internal',
        maxImportSize: 50,
        importSources: ['github', 'gitlab_project'],
        restrictedVisibilityLevels: [],
        repositoryStoragesWeighted: { default: 50 },
        signInText: null,
      })
      expect(changed).toMatchObject({
        default_project_visibility: 'internal',
        max_import_size: 50,
        import_sources: ['github', 'gitlab_project'],
        restricted_visibility_levels: [],
        repository_storages_weighted: { default: 50 },
      })
      expect(await as('root').ApplicationSettings.show()).toEqual(changed)
    })

    test('is told what is wrong', async () => {
      const refused = await as('root')
        .ApplicationSettings.edit({ maxImportSize: -1 })
        .catch((error: unknown) => error)
      const { description } = (refused as GitbeakerRequestError).cause ?? {}
      expect(description).toBe('{"max_import_size":["must be greater than or equal to 0"]}')
    })

    test('sees new projects follow them after a minute', async () => {
      await as('root').ApplicationSettings.edit({ defaultProjectVisibility: 'public' })
      expect((await as('alice').Projects.create({ name: 'before' })).visibility).toBe('private')
      sim.clock.advance('1m')
      expect((await as('alice').Projects.create({ name: 'after' })).visibility).toBe('public')
    })
  },
)
