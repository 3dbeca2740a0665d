import { GitbeakerRequestError } from '@gitbeaker/rest'
import { describe, expect, test } from 'vitest'
import { served } from '../../adapters/testing/served.ts'

const PROJECT = 'acme/webapp'
const OTHER = 'acme/platform/api'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  const { as } = served({ dialect })
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
  const secret = async () => String((await as('bob').Projects.show(PROJECT)).runners_token)

  test('lists runners of everybody, its own, of a project and of a group, with filters', async () => {
    expect(await as('root').Runners.all()).toHaveLength(14)
    expect(ids(await as('bob').Runners.all({ owned: true }))).toEqual([9, 10, 11, 12])
    expect(ids(await as('bob').Runners.all({ projectId: PROJECT, type: 'project_type' }))).toEqual([
      9, 10, 11,
    ])
    expect(ids(await as('alice').Runners.all({ groupId: 'acme', type: 'group_type' }))).toEqual([5, 6, 14])
    const filters = { status: 'online', tagList: ['docker', 'linux'] } as const
    expect(ids(await as('root').Runners.all(filters as object))).toEqual([1])
    await expect(as('bob').Runners.all()).rejects.toThrow(GitbeakerRequestError)
  })

  test('shows and edits one', async () => {
    const { Runners } = as('bob')
    expect(await Runners.show(9)).toMatchObject({ id: 9, locked: true, tag_list: ['deploy', 'production'] })
    const edited = await Runners.edit(9, { paused: true, tagList: ['deploy'], maximumTimeout: 900 })
    expect(edited).toMatchObject({ paused: true, active: false, tag_list: ['deploy'], maximum_timeout: 900 })
    await expect(Runners.edit(9, { maximumTimeout: 1 })).rejects.toMatchObject({
      cause: { description: expect.stringContaining('needs to be at least 10 minutes') },
    })
  })

  test('enables and disables one', async () => {
    const { Runners } = as('bob')
    expect(await Runners.enable(OTHER, 11)).toMatchObject({ id: 11, runner_type: 'project_type' })
    await Runners.disable(PROJECT, 11)
    expect(ids(await Runners.all({ projectId: PROJECT, type: 'project_type' }))).toEqual([9, 10])
    await expect(Runners.disable(OTHER, 11)).rejects.toMatchObject({
      cause: { response: { status: 403 }, description: expect.stringContaining('Only one project') },
    })
  })

  test('registers one, lets it be heard of, and removes it', async () => {
    const { Runners } = as('bob')
    const made = await Runners.register(await secret(), { description: 'Mine', tagList: ['a'] } as object)
    expect(made).toMatchObject({ id: 15, token_expires_at: null })
    expect(await Runners.show(made.id)).toMatchObject({ description: 'Mine', status: 'never_contacted' })
    await Runners.verify({ token: made.token } as object)
    expect(await Runners.show(made.id)).toMatchObject({ status: 'online' })
    await Runners.remove({ runnerId: made.id } as { runnerId: number; token: never })
    await expect(Runners.show(made.id)).rejects.toMatchObject({ cause: { response: { status: 404 } } })
  })

  test('pages through the jobs of one', async () => {
    const { Runners } = as('bob')
    const jobs = await Runners.allJobs(9, { orderBy: 'id', sort: 'desc', perPage: 7 })
    expect(ids(jobs)).toEqual([...ids(jobs)].sort((a, b) => b - a))
    expect(ids(await Runners.allJobs(9))).toEqual(ids(jobs).reverse())
    expect(await Runners.allJobs(9, { status: 'running' })).toMatchObject([{ name: 'deploy-staging' }])
  })
})
