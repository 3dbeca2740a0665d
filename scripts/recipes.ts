// Runs the recipes of the guide, each as its user would, with the real test runner and the real client.
import { argumentsOf, misused } from './arguments.ts'
import { play, problemOf } from './recipes/play.ts'
import { recipes } from './recipes/recipe.ts'

const command = 'npm run recipes --'
const { positionals } = argumentsOf({
  command,
  says: 'Runs the recipes of sim/guide/recipes: their tests have to pass, and to fail with the reason of a refusal.',
  options: {},
  words: `the recipes to run (default: all): ${recipes.map(({ name }) => name).join(', ')}`,
})
for (const word of positionals)
  if (!recipes.some(({ name }) => name === word))
    misused(command, `there is no recipe ${word}; --help lists them`)

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const recipe of recipes) {
  const { name } = recipe
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const found = await recipe.found()
  if ('skipped' in found) {
    counts.skipped++
    process.stdout.write(`${name}: skipped: ${found.skipped}\n`)
    continue
  }
  const start = performance.now()
  const problem = problemOf(recipe, await play(recipe, found))
  counts[problem === undefined ? 'passed' : 'failed']++
  const took = `${((performance.now() - start) / 1000).toFixed(1)} s`
  process.stdout.write(`${name}: ${problem === undefined ? `passed (${took})` : `failed: ${problem}`}\n`)
}
const { passed, failed, skipped } = counts
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exitCode = failed > 0 ? 1 : 0
