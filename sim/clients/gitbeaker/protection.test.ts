import { GitbeakerRequestError } from '@gitbeaker/rest'
import { describe, expect, test } from 'vitest'
import { served } from '../../adapters/testing/served.ts'

const PROJECT = 'acme/webapp'

describe.each(['real', 'specification'] as const)('a client in the dialect %s', (dialect) => {
  const { as } = served({ dialect })

  test('protects tags, which then nobody creates who is not let in', async () => {
    const { ProtectedTags } = as('bob')
    const named = { createAccessLevel: 0, allowedToCreate: [{ userId: 4 }] } as const
    const made = await ProtectedTags.create<false>(PROJECT, 'feature/*', named as object)
    expect(made).toMatchObject({
      create_access_levels: [
        { access_level_description: 'No one' },
        { access_level_description: 'Carol Çelik' },
      ],
    })
    expect(await ProtectedTags.show(PROJECT, 'feature/*')).toEqual(made)
    expect((await ProtectedTags.all(PROJECT)).map(({ name }) => name)).toEqual(['v*', 'feature/*'])
    await expect(as('bob').Tags.create(PROJECT, 'feature/one', 'main')).rejects.toThrow(GitbeakerRequestError)
    expect((await as('carol').Tags.create(PROJECT, 'feature/one', 'main')).protected).toBe(true)
    await ProtectedTags.unprotect(PROJECT, 'feature/*')
    expect((await as('bob').Tags.create(PROJECT, 'feature/two', 'main')).protected).toBe(false)
  })

  test('is told in sentences what is wrong with a protection', async () => {
    await expect(as('bob').ProtectedTags.protect(PROJECT, 'v*')).rejects.toMatchObject({
      cause: { response: { status: 422 } },
    })
  })

  test('keeps user lists', async () => {
    const { FeatureFlagUserLists } = as('carol')
    const list = await FeatureFlagUserLists.create(PROJECT, 'Pilots', 'user-1,user-2')
    expect(list).toMatchObject({ name: 'Pilots', user_xids: 'user-1,user-2', project_id: 1 })
    expect(await FeatureFlagUserLists.show(PROJECT, list.iid)).toEqual(list)
    expect(await FeatureFlagUserLists.all(PROJECT, { search: 'pilot' })).toEqual([list])
    const renamed = await FeatureFlagUserLists.edit(PROJECT, list.iid, { name: 'Testers' })
    expect(renamed).toMatchObject({ name: 'Testers', user_xids: 'user-1,user-2' })
    await FeatureFlagUserLists.remove(PROJECT, list.iid)
    await expect(FeatureFlagUserLists.show(PROJECT, list.iid)).rejects.toThrow(GitbeakerRequestError)
  })
})
