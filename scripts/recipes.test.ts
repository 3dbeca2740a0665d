import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { play, problemOf } from './recipes/play.ts'
import { recipes } from './recipes/recipe.ts'
import { inRoot } from './root.ts'

const folders = readdirSync(inRoot('sim', 'guide', 'recipes'))

test('every recipe is run by `npm run recipes`, and has a row in the guide', () => {
  expect(recipes.map(({ name }) => name).sort()).toEqual(folders.sort())
  const guide = readFileSync(inRoot('sim', 'guide', 'recipes.md'), 'utf8')
  expect(folders.filter((name) => !guide.includes(`](recipes/${name}/`))).toEqual([])
  const untold = recipes.filter(({ command: [first = '', ...words] }) => {
    const program = first === 'npx' && words[0] !== undefined ? words[0] : first
    return first !== 'sh' && !new RegExp(`\`[^\`]*${program === 'python3' ? 'pytest' : program}`).test(guide)
  })
  expect(untold.map(({ name }) => name)).toEqual([])
})

describe.each(recipes.filter(({ quick }) => quick))('$name', async (recipe) => {
  const found = await recipe.found()
  const reason = 'skipped' in found ? ` (skipped: ${found.skipped})` : ''
  test.skipIf(reason !== '')(`passes, and fails with the reason of a refusal${reason}`, async () => {
    if (!('skipped' in found)) expect(problemOf(recipe, await play(recipe, found))).toBeUndefined()
  })
})
